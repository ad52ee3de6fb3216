import { createRemoteJWKSet, customFetch, errors, type JWTVerifyOptions, jwtVerify, type RemoteJWKSet } from 'jose'
import * as oidc from 'openid-client'
import type { SchoolLoginConfig } from '#server/login-config.ts'
import { Problem } from '#server/problem.ts'

/** s: while the server waits for the provider, the person sees a blank page. */
const TIMEOUT_SECONDS = 5

const HOUR_MS = 3_600_000

/** ms after which a visitor's request causes another look at the provider, in the background. */
const REFRESH_AFTER_MS = 60_000

/** Most bytes of one answer (configuration, keys, token or user info): ten times the largest seen. */
const MOST_BYTES = 256 * 1024

/** ms without attempts after a failure: however many visitors come, a provider that is away is asked once in this time. */
const FAILURE_PAUSE_MS = 5_000

/**
 * s: a server's clock may be five minutes off. Safety does not depend on times in tokens: a token comes for a code that is
 * valid once, with a nonce of our own. So a clock that is a little off blocks nobody, and one that is hours off does.
 */
const CLOCK_TOLERANCE_SECONDS = 330

export interface SchoolConnection {
  configuration: oidc.Configuration
  /** issuer as the provider names itself: identities are stored under this name for ever */
  issuer: string
  /** keys with which it signs tokens */
  keys: RemoteJWKSet
}

/** Login provider of the school, which may be away at any moment; only logins by it wait for it. */
export interface SchoolProvider {
  readonly config: SchoolLoginConfig
  /** whether logging in by it can be tried, as far as is known; returns without waiting */
  isAvailable(): boolean
  /** connection for sending a person there; throws `school-unavailable` while it is away */
  connect(): Promise<SchoolConnection>
  /** connection for a person who came back from it; throws `school-unavailable` only if none is known */
  connected(): Promise<SchoolConnection>
  /** address that ends its session and then leads to `returnTo`; undefined if it has no such page */
  endOfSession(returnTo: string): string | undefined
  /** notes that it did not answer or answered that it cannot; the latter may concern only this login */
  noteAway(error: unknown): void
}

interface ProviderOptions {
  school: SchoolLoginConfig
  clock: () => number
  /** called each time the provider does not answer */
  onAway: (error: unknown) => void
}

export function openSchoolProvider({ school, clock, onAway }: ProviderOptions): SchoolProvider {
  let known: { connection: SchoolConnection; at: number } | undefined
  let failedAt: number | undefined
  let trying: Promise<SchoolConnection> | undefined
  /** a login met an error that the provider answered: look soon whether it is away */
  let isDoubted = false
  let lookedAt = Number.NEGATIVE_INFINITY
  /** consecutive failures */
  let failedLooks = 0

  /** Notes a failure. A single 5xx of a known provider closes the login for nobody. */
  const noteAway = (error: unknown) => {
    onAway(error)
    if (known && isItsOwn(error)) isDoubted = true
    else failedAt = clock()
  }

  const look = async () => {
    lookedAt = clock()
    try {
      const connection = await discover(school, known?.connection)
      known = { connection, at: clock() }
      failedAt = undefined
      isDoubted = false
      failedLooks = 0
      return connection
    } catch (error) {
      if (!known || isAway(error)) {
        onAway(error)
        failedLooks += 1
        if (!known || !isItsOwn(error) || failedLooks > 1) failedAt = clock()
      }
      // The provider answers, but its configuration is unreadable: keep the known one a while longer.
      else known.at = clock()
      throw new Problem('school-unavailable', { retryAfter: FAILURE_PAUSE_MS / 1_000 })
    } finally {
      trying = undefined
    }
  }
  const attempt = () => {
    trying ??= look()
    return trying
  }
  const attemptBehind = () => {
    attempt().catch(() => undefined)
  }
  const age = () => (known ? clock() - known.at : Number.POSITIVE_INFINITY)
  const isToBeLookedAt = () => (isDoubted || age() >= REFRESH_AFTER_MS) && clock() - lookedAt >= FAILURE_PAUSE_MS
  const failedJustNow = () => failedAt !== undefined && clock() - failedAt < FAILURE_PAUSE_MS

  return {
    config: school,
    isAvailable: () => {
      if (failedAt === undefined ? isToBeLookedAt() : !failedJustNow()) attemptBehind()
      return failedAt === undefined
    },
    connect: async () => {
      if (failedJustNow()) throw new Problem('school-unavailable', { retryAfter: FAILURE_PAUSE_MS / 1_000 })
      if (failedAt !== undefined || !known) return attempt()
      if (age() >= HOUR_MS) attemptBehind()
      return known.connection
    },
    connected: async () => known?.connection ?? attempt(),
    endOfSession: (returnTo) => {
      const configuration = known?.connection.configuration
      if (!configuration?.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(configuration, {
        client_id: school.clientId,
        post_logout_redirect_uri: returnTo,
      }).href
    },
    noteAway,
  }
}

/** Discovers the provider. Throws errors of openid-client, and if its keys can't be fetched safely. */
async function discover(school: SchoolLoginConfig, before: SchoolConnection | undefined): Promise<SchoolConnection> {
  const address = new URL(school.issuer)
  const insecure = address.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname)
  const configuration = await oidc.discovery(
    address,
    school.clientId,
    { client_secret: school.clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticateClient(school.clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: fetchSmall,
      ...(insecure && { execute: [oidc.allowInsecureRequests] }),
    },
  )
  const { issuer, jwks_uri } = configuration.serverMetadata()
  const keysAt = URL.parse(jwks_uri ?? '')
  if (!keysAt || (keysAt.protocol !== 'https:' && !insecure)) throw new Error('the provider names no keys over https')
  const isSame = before !== undefined && before.configuration.serverMetadata().jwks_uri === jwks_uri
  const keys = isSame
    ? before.keys
    : createRemoteJWKSet(keysAt, {
        timeoutDuration: TIMEOUT_SECONDS * 1_000,
        cacheMaxAge: HOUR_MS,
        [customFetch]: fetchSmall,
      })
  return { configuration, issuer, keys }
}

class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
  readonly code = 'SCHOOL_ANSWER_TOO_LARGE'
}

/** Fetches like `fetch`; throws `AnswerTooLarge` if the unpacked answer is too large to hold in memory. */
async function fetchSmall(...asked: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...asked)
  if (!answer.body) return answer
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest of the answer.
  for await (const part of answer.body) {
    bytes += part.byteLength
    if (bytes > MOST_BYTES) throw new AnswerTooLarge(`more than ${MOST_BYTES} bytes from ${answer.url}`)
    parts.push(part)
  }
  return new Response(new Blob(parts), answer)
}

/** Sends the secret in the header, which each provider must support (RFC 6749 §2.3.1), unless it supports only the body. */
function authenticateClient(secret: string): oidc.ClientAuth {
  const inHeader = oidc.ClientSecretBasic(secret)
  const inBody = oidc.ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const takesHeader = methods === undefined || methods.includes('client_secret_basic')
    return takesHeader ? inHeader(server, ...rest) : inBody(server, ...rest)
  }
}

/**
 * Reads the claims of a token that the provider signed for us. If the provider itself sent it (`fetchKeys`), it may be signed
 * by a newer key than ours, so the keys are fetched once more; strangers cannot make us fetch them at will. Throws jose's
 * errors, also for a token that was issued, or a proof that was given, later than now: jose compares `iat` only for an age.
 */
export async function readSigned(
  { keys, issuer }: SchoolConnection,
  token: string,
  { fetchKeys, ...options }: JWTVerifyOptions & { audience: string; fetchKeys: boolean },
) {
  const verify = async () => {
    const { payload } = await jwtVerify(token, keys, { clockTolerance: CLOCK_TOLERANCE_SECONDS, ...options, issuer })
    for (const claim of ['iat', 'auth_time'])
      if (!isPast(payload[claim])) throw new errors.JWTClaimValidationFailed('later than now', payload, claim)
    return payload
  }
  try {
    return await verify()
  } catch (error) {
    if (!fetchKeys || !(error instanceof errors.JWKSNoMatchingKey)) throw error
    await keys.reload()
    return verify()
  }
}

/** Whether this is no time (s) beyond now; a claim that is missing is none. */
const isPast = (claim: unknown): boolean =>
  claim === undefined || claim === null || Number(claim) <= Date.now() / 1_000 + CLOCK_TOLERANCE_SECONDS

/** Whether the provider did not answer, or answered that it cannot, as opposed to a wrong answer. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof errors.JWKSTimeout || error.message.startsWith('Expected 200 OK')) return true
  const code = 'code' in error ? error.code : undefined
  if (code === 'OAUTH_TIMEOUT') return true
  const status = statusIn(error)
  if (status !== undefined) return status >= 500
  // `fetch` throws a TypeError without a code if a connection fails; our own errors have a code.
  return error instanceof TypeError && code === undefined
}

/** Whether the provider answered that it cannot. */
const isItsOwn = (error: unknown): boolean =>
  error instanceof Error && ((statusIn(error) ?? 0) >= 500 || error.message.startsWith('Expected 200 OK'))

function statusIn(error: Error): number | undefined {
  if (error.cause instanceof Response) return error.cause.status
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined
}
