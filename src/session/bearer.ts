import { ApiError } from '#src/api/api-error.ts'
import { causeOf } from './session.context.ts'
import type { SessionActor } from './session.machine.ts'
import { timeLeft } from './session-storage.ts'

/**
 * Resolves to a valid token, after a refresh if one is needed. Rejects with the call's own error when that fails or the session
 * is over. So no request is sent with a token that would end the session, or in the name of another user who has logged in
 * since.
 */
export function bearerOf(actor: SessionActor): Promise<string> {
  const asking = actor.getSnapshot().context.user
  actor.send({ type: 'token.needed' })
  return new Promise((resolve, reject) => {
    const settle = (snapshot: ReturnType<SessionActor['getSnapshot']>): boolean => {
      const { access, user, now, problem } = snapshot.context
      const isOver = snapshot.matches('unauthenticated') || (asking !== null && asking.id !== user?.id)
      if (isOver) reject(new ApiError({ status: 401, reason: 'token-missing' }))
      else if (access && timeLeft(access, now()) > 0) resolve(access.token)
      else if (snapshot.matches({ reauthenticating: 'waiting' })) reject(causeOf(problem))
      else return false
      return true
    }
    if (settle(actor.getSnapshot())) return
    const subscription = actor.subscribe((snapshot) => {
      if (settle(snapshot)) subscription.unsubscribe()
    })
  })
}
