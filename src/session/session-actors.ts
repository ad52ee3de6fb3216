import { fromPromise } from 'xstate'
import { getOwnUser } from '#contract/users.ts'
import type { User } from '#domain/users/user.schema.ts'
import { NetworkError } from '#src/api/api-error.ts'
import type { LoginAttempt, Tokens } from './session.context.ts'
import type { SessionActor } from './session.machine.ts'
import type { SessionDeps } from './session-sending.ts'
import { REFRESH_TOKEN_KEY, type SessionStorage } from './session-storage.ts'

/** Actors that the session machine is provided with: the calls, and what the device keeps. */
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

/** Passes to the session what other tabs do to it, and when the network is back. Returns how to stop listening. */
export function listenToBrowser(actor: SessionActor, storage: SessionStorage, browser: EventTarget): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const follow = () => {
    const stored = storage.read()
    actor.send(stored ? { type: 'session.replaced', stored } : { type: 'session.removed' })
  }

  // Meanwhile another tab may have logged in, or this one stood aside for what the school's login led back with.
  actor.on('login.failed', () => storage.read() && follow())
  browser.addEventListener('storage', (event) => isOfSession(event) && follow(), { signal })
  browser.addEventListener('pageshow', (event) => wasSetAside(event) && follow(), { signal })
  browser.addEventListener('online', () => actor.send({ type: 'network.returned' }), { signal })

  return () => listening.abort()
}

/** The back button can bring a page as it was left; it missed what happened meanwhile. */
const wasSetAside = (event: Event): boolean => 'persisted' in event && event.persisted === true

/** A key of null means that all of the storage was cleared. */
const isOfSession = (event: Event): boolean => 'key' in event && (event.key === REFRESH_TOKEN_KEY || event.key === null)
