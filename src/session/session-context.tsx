import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, type ReactNode, useContext } from 'react'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { SessionActor } from './session.machine.ts'
import { type SessionView, sessionView } from './session-view.ts'

const SessionContext = createContext<SessionActor | null>(null)

export const SessionProvider = ({ actor, children }: { actor: SessionActor; children: ReactNode }) => (
  <SessionContext value={actor}>{children}</SessionContext>
)

export interface Session extends SessionView {
  logIn: (credentials: Credentials) => void
  logOut: () => void
  /** the server said, in answer to something else, how the user is now */
  learnUser: (user: User) => void
}

/** Who is logged in, how the session stands, and what a person can do about it. */
export function useSession(): Session {
  const actor = useContext(SessionContext)
  if (!actor) throw new Error('useSession needs a SessionProvider around it')
  const view = useSelector(actor, sessionView, shallowEqual)
  return {
    ...view,
    logIn: (credentials) => actor.send({ type: 'login.submitted', credentials }),
    logOut: () => actor.send({ type: 'logout.requested' }),
    learnUser: (user) => actor.send({ type: 'user.changed', user }),
  }
}
