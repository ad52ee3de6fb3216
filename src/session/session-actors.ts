import { fromPromise } from 'xstate'
import { getOwnUser } from '#contract/first-reads.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import { NetworkError } from '#src/api/api-error.ts'
import type { LoginAttempt, Tokens } from './session.context.ts'
import type { SessionActor } from './session.machine.ts'
import type { SessionDeps } from './session-sending.ts'
import { REFRESH_TOKEN_KEY, type SessionStorage } from './session-storage.ts'

export function sessionActors(deps: SessionDeps) {
  const { apiWith, storage } = deps
  const logIn = fromPromise<Tokens & { user: User | null }, LoginAttempt>(({ input, signal }) =>
    loadSending().then((sending) => sending.logIn(deps, input, signal)),
  )
  const refresh = fromPromise<Tokens, { refreshToken: string }>(({ input, signal }) =>
    loadSending().then((sending) => sending.refresh(deps, input, signal)),
  )
  const invalidate = fromPromise<void, { refreshToken: string }>(({ input }) =>
    loadSending().then((sending) => sending.invalidate(deps, input)),
  )

  const fetchUser = fromPromise<User, Tokens>(async ({ input }) => {
    const user = await apiWith(input.access.token).call(getOwnUser)
    storage.replace(input.refreshToken, { ...input, user })
    return user
  })

  return { logIn, refresh, fetchUser, invalidate }
}

const loadSending = () =>
  import('./session-sending.ts').catch((cause: unknown) => {
    throw new NetworkError({ sent: false, cause })
  })

/** Notifies the session of changes by other tabs, and when the network is back. Returns how to stop listening. */
export function listenToBrowser(actor: SessionActor, storage: SessionStorage, browser: EventTarget): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const follow = () => {
    const stored = storage.read()
    actor.send(stored ? { type: 'session.replaced', stored } : { type: 'session.removed' })
  }

  // Another tab may have logged in, or this tab ignored the stored session in favour of the school login's answer.
  const failing = actor.on('login.failed', () => storage.read() && follow())
  browser.addEventListener('storage', (event) => isOfSession(event) && follow(), { signal })
  browser.addEventListener('pageshow', (event) => wasSetAside(event) && follow(), { signal })
  browser.addEventListener('online', () => actor.send({ type: 'network.returned' }), { signal })

  return () => {
    failing.unsubscribe()
    listening.abort()
  }
}

/** The back button may restore a page as it was left: it missed the events since. */
const wasSetAside = (event: Event): boolean => 'persisted' in event && event.persisted === true

/** A null key means that all of the storage was cleared. */
const isOfSession = (event: Event): boolean => 'key' in event && (event.key === REFRESH_TOKEN_KEY || event.key === null)
