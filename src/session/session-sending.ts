import { getOwnUser } from '#contract/first-reads.gen.ts'
import { exchangeSchoolCode, giveSecondFactor, logInByPasskey } from '#contract/logins.gen.ts'
import { invalidateToken, loginCheck, refreshToken as refreshEndpoint } from '#contract/sessions.gen.ts'
import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { inTurn } from './in-turn.ts'
import type { LoginAttempt, Tokens } from './session.context.ts'
import { readAccessToken, type SessionStorage, timeLeft } from './session-storage.ts'

/** Dependencies of a session's calls. The code is separate, since most users' first screen needs none of it. */
export interface SessionDeps {
  publicApi: Api
  /** API with this token, for a user without a session yet */
  apiWith: (token: string) => Api
  storage: SessionStorage
  /** `navigator.locks`, where supported */
  locks: LockManager | undefined
  now: () => number
}

const tokensIn = ({ token, refresh_token }: SessionTokens, { now }: SessionDeps): Tokens => ({
  refreshToken: refresh_token,
  access: readAccessToken(token, now()),
})

function prove({ publicApi }: SessionDeps, attempt: LoginAttempt): Promise<SessionTokens> {
  if ('credentials' in attempt) return publicApi.call(loginCheck, { body: attempt.credentials })
  if ('ticket' in attempt) return publicApi.call(giveSecondFactor, { body: attempt })
  if ('schoolCode' in attempt) return publicApi.call(exchangeSchoolCode, { body: { code: attempt.schoolCode } })
  return publicApi.call(logInByPasskey, { body: { passkey: attempt.passkey } })
}

/** `user` is null where the server did not send one: a code works only once, so a login by code is valid without it. */
export const logIn = (
  deps: SessionDeps,
  attempt: LoginAttempt,
  signal: AbortSignal,
): Promise<Tokens & { user: User | null }> =>
  namingFailure('Failed to authenticate', async () => {
    const tokens = tokensIn(await prove(deps, attempt), deps)
    const user = await deps
      .apiWith(tokens.access.token)
      .call(getOwnUser)
      .catch(() => null)
    if (!signal.aborted) deps.storage.begin({ ...tokens, user })
    return { ...tokens, user }
  })

/** access token that a proof has replaced, however long it would hold */
let outdated: string | undefined

/** Gives up this access token: the next refresh asks for new ones, in this tab or in whichever is first. */
export const outdate = (token: string | undefined): void => {
  outdated = token
}

export const refresh = (
  deps: SessionDeps,
  { refreshToken }: { refreshToken: string },
  signal: AbortSignal,
): Promise<Tokens> =>
  namingFailure('Failed to refresh session token', () => {
    const { publicApi, storage, locks, now } = deps
    return inTurn(locks, async () => {
      // While this tab waited for the lock, another may have refreshed or ended the session.
      signal.throwIfAborted()
      const stored = storage.read()
      if (stored?.access && stored.access.token !== outdated && timeLeft(stored.access, now()) > 0)
        return { ...stored, access: stored.access }
      const current = stored?.refreshToken ?? refreshToken
      const tokens = tokensIn(await publicApi.call(refreshEndpoint, { body: { refresh_token: current } }), deps)
      storage.replace(current, { ...tokens, user: stored?.user ?? null })
      return tokens
    })
  })

export const invalidate = ({ publicApi }: SessionDeps, { refreshToken }: { refreshToken: string }): Promise<void> =>
  namingFailure('Failed to invalidate refresh token', async () => {
    await publicApi.call(invalidateToken, { body: { refresh_token: refreshToken } })
  })

async function namingFailure<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new Error(message, { cause })
  }
}
