import { createRemoteJWKSet, customFetch, errors, type JWTVerifyOptions, jwtVerify, type RemoteJWKSet } from 'jose'
import * as oidc from 'openid-client'
import type { SchoolLoginConfig } from '#server/login-config.ts'
import { Problem } from '#server/problem.ts'

/** s: waiting for the provider happens in a page that stays white. */
const TIMEOUT_SECONDS = 5

/** ms */
const HOUR = 3_600_000

/** ms: from when on a visitor's question has the provider looked at again, in the background. */
const REFRESH_AFTER_MS = 60_000

/** Bytes of one answer: what is known of a provider and its keys, a token, a person. Ten times what the largest send. */
const MOST_BYTES = 256 * 1024

/** ms: a storm of visitors makes one try at a provider that is away, and then none for as long. */
const FAILURE_PAUSE_MS = 5_000

/**
 * s: a server's clock may be five minutes off. Nothing rests on the time that a token says: it came for a code that holds
 * once, with a nonce that nobody else was given. So a clock keeps nobody out, but one that is off by hours does.
 */
const CLOCK_TOLERANCE_SECONDS = 330

/** The provider as it was found. */
export interface SchoolConnection {
  configuration: oidc.Configuration
  /** issuer as the provider names itself: people are identified by this name for ever */
  issuer: string
  /** keys with which it signs */
  keys: RemoteJWKSet
}

/** The login of the school, which may be away at any moment: nothing but a login by it waits for it. */
export interface SchoolProvider {
  readonly config: SchoolLoginConfig
  /** whether logging in by it can be tried, as far as is known; nobody waits for the answer */
  isAvailable(): boolean
  /** to send somebody there; throws `school-unavailable` while it is away */
  connect(): Promise<SchoolConnection>
  /** for who has come back from it, and so has seen it; throws `school-unavailable` where nothing is known of it */
  connected(): Promise<SchoolConnection>
  /** where a session that it keeps is ended, then leading to `returnTo`; undefined where it has no such page */
  endOfSession(returnTo: string): string | undefined
  /** notes a failed login: it did not answer, or said that it cannot; the latter may be for this one login alone */
  noteAway(error: unknown): void
}

interface ProviderOptions {
  school: SchoolLoginConfig
  /** ms since the epoch */
  clock: () => number
  /** called each time that it does not answer */
  onAway: (error: unknown) => void
}

export function openSchoolProvider({ school, clock, onAway }: ProviderOptions): SchoolProvider {
  let known: { connection: SchoolConnection; at: number } | undefined
  let failedAt: number | undefined
  let trying: Promise<SchoolConnection> | undefined
  /** somebody's login met an error of its own: it is looked at soon whether there is more to it */
  let isDoubted = false
  let lookedAt = Number.NEGATIVE_INFINITY
  /** in a row */
  let failedLooks = 0

  /** One 5xx of a provider that is known closes its login for nobody. */
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
      // The provider answers, but its configuration is unreadable: the known one holds for another while.
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
      if (age() >= HOUR) attemptBehind()
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

/** Throws what openid-client throws, and for a provider whose keys are not to be fetched safely. */
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
        cacheMaxAge: HOUR,
        [customFetch]: fetchSmall,
      })
  return { configuration, issuer, keys }
}

class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
  readonly code = 'SCHOOL_ANSWER_TOO_LARGE'
}

/**
 * Fetches like `fetch`; throws `AnswerTooLarge` for an answer that nobody should hold in memory, however it was packed.
 */
async function fetchSmall(...asked: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...asked)
  if (!answer.body) return answer
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels what is still on its way.
  for await (const part of answer.body) {
    bytes += part.byteLength
    if (bytes > MOST_BYTES) throw new AnswerTooLarge(`more than ${MOST_BYTES} bytes from ${answer.url}`)
    parts.push(part)
  }
  return new Response(new Blob(parts), answer)
}

/** In the header, which each provider has to know (RFC 6749 §2.3.1), unless it says that it takes the body alone. */
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
 * Reads the claims of a token that the provider signed for us. One that came from the provider itself (`fetchKeys`) may
 * be signed by a key that is newer than those we have: they are fetched once more then. Strangers cannot make us fetch
 * them at will. Throws jose's errors.
 */
export async function readSigned(
  { keys, issuer }: SchoolConnection,
  token: string,
  { fetchKeys, ...options }: JWTVerifyOptions & { audience: string; fetchKeys: boolean },
) {
  const verify = () => jwtVerify(token, keys, { clockTolerance: CLOCK_TOLERANCE_SECONDS, ...options, issuer })
  try {
    return (await verify()).payload
  } catch (error) {
    if (!fetchKeys || !(error instanceof errors.JWKSNoMatchingKey)) throw error
    await keys.reload()
    return (await verify()).payload
  }
}

/** It did not answer, or said itself that it cannot: unlike an answer that is wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof errors.JWKSTimeout || error.message.startsWith('Expected 200 OK')) return true
  const code = 'code' in error ? error.code : undefined
  if (code === 'OAUTH_TIMEOUT') return true
  const status = statusIn(error)
  if (status !== undefined) return status >= 500
  // `fetch` throws this for a connection that fails: a fault of ours has a code.
  return error instanceof TypeError && code === undefined
}

/** It answered that it cannot. */
const isItsOwn = (error: unknown): boolean =>
  error instanceof Error && ((statusIn(error) ?? 0) >= 500 || error.message.startsWith('Expected 200 OK'))

function statusIn(error: Error): number | undefined {
  if (error.cause instanceof Response) return error.cause.status
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined
}
