import { fromPromise } from 'xstate'
import { exchangeSchoolCode, giveSecondFactor, logInByPasskey } from '#contract/logins.ts'
import { invalidateToken, loginCheck, refreshToken as refreshEndpoint } from '#contract/sessions.ts'
import { getOwnUser } from '#contract/users.ts'
import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { LoginAttempt, Tokens } from './session.context.ts'
import type { SessionActor } from './session.machine.ts'
import { REFRESH_TOKEN_KEY, readAccessToken, type SessionStorage, timeLeft } from './session-storage.ts'

interface SessionDeps {
  publicApi: Api
  /** the API with this one token, for whoever has no session yet */
  apiWith: (token: string) => Api
  storage: SessionStorage
  /** `navigator.locks`, where there is such a thing */
  locks: LockManager | undefined
  now: () => number
}

/** What the session machine leaves to others: the calls, and what the device keeps. */
export function sessionActors({ publicApi, apiWith, storage, locks, now }: SessionDeps) {
  const tokensIn = ({ token, refresh_token }: SessionTokens): Tokens => ({
    refreshToken: refresh_token,
    access: readAccessToken(token, now()),
  })

  const prove = (attempt: LoginAttempt): Promise<SessionTokens> => {
    if ('credentials' in attempt) return publicApi.call(loginCheck, { body: attempt.credentials })
    if ('ticket' in attempt) return publicApi.call(giveSecondFactor, { body: attempt })
    if ('schoolCode' in attempt) return publicApi.call(exchangeSchoolCode, { body: { code: attempt.schoolCode } })
    return publicApi.call(logInByPasskey, { body: { passkey: attempt.passkey } })
  }

  /** Gives no user where the server did not tell: codes work once, so a login by one holds without that. */
  const logIn = fromPromise<Tokens & { user: User | null }, LoginAttempt>(({ input, signal }) =>
    namingFailure('Failed to authenticate', async () => {
      const tokens = tokensIn(await prove(input))
      const user = await apiWith(tokens.access.token)
        .call(getOwnUser)
        .catch(() => null)
      if (!signal.aborted) storage.begin({ ...tokens, user })
      return { ...tokens, user }
    }),
  )

  const refresh = fromPromise<Tokens, { refreshToken: string }>(({ input, signal }) =>
    namingFailure('Failed to refresh session token', () =>
      inTurn(locks, async () => {
        // While this tab waited for its turn, another may have refreshed, or ended the session.
        signal.throwIfAborted()
        const stored = storage.read()
        if (stored?.access && timeLeft(stored.access, now()) > 0) return { ...stored, access: stored.access }
        const current = stored?.refreshToken ?? input.refreshToken
        const tokens = tokensIn(await publicApi.call(refreshEndpoint, { body: { refresh_token: current } }))
        storage.replace(current, { ...tokens, user: stored?.user ?? null })
        return tokens
      }),
    ),
  )

  const fetchUser = fromPromise<User, Tokens>(async ({ input }) => {
    const user = await apiWith(input.access.token).call(getOwnUser)
    storage.replace(input.refreshToken, { ...input, user })
    return user
  })

  const invalidate = fromPromise<void, { refreshToken: string }>(({ input }) =>
    namingFailure('Failed to invalidate refresh token', async () => {
      await publicApi.call(invalidateToken, { body: { refresh_token: input.refreshToken } })
    }),
  )

  return { logIn, refresh, fetchUser, invalidate }
}

async function namingFailure<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new Error(message, { cause })
  }
}

const NAME = 'session-refresh'
/** A tab that holds the lock longer than this may be frozen; the server puts up with two refreshes of one token. */
const LOCK_TIMEOUT_MS = 5_000

/**
 * Does what has to do with the tokens of a session while no other tab does. Without locks, or without an answer from them,
 * it is done all the same.
 */
export async function inTurn<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  const release = await takeLock(locks)
  try {
    return await work()
  } finally {
    release()
  }
}

const takeLock = (locks: LockManager | undefined): Promise<() => void> =>
  new Promise((resolve) => {
    const goOn = () => resolve(() => {})
    if (!locks) return goOn()
    const held = () => new Promise<void>((release) => resolve(release))
    locks.request(NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, held).catch(goOn)
  })

/** Tells the session what other tabs do to it, and when the network is back. Returns how to stop listening. */
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

/** The back button can bring a page as it was left; what happened meanwhile it was not told. */
const wasSetAside = (event: Event): boolean => 'persisted' in event && event.persisted === true

/** A key of null means that all of the storage was cleared. */
const isOfSession = (event: Event): boolean => 'key' in event && (event.key === REFRESH_TOKEN_KEY || event.key === null)
