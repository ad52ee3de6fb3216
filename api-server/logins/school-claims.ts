import type { JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import { isAway, readSigned, type SchoolConnection } from '#api-server/logins/school-provider.ts'
import type { FromProvider } from '#contract/logins.calls.ts'
import type { SchoolClaims } from '#domain/logins/linking.rules.ts'
import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import type { SchoolLoginConfig } from '#server/login-config.ts'

/** Person who came back from the provider, with the claims that it makes about them. */
export interface Proven {
  claims: SchoolClaims
  /** session at the provider, which the provider may end together with ours */
  providerSession: string | null
  /** age of the proof in s when the provider reported it, by its own clock; undefined if it does not say */
  proofAge: number | undefined
}

/** Reason why a login fails; the cause is for the log, the code is shown to a barred person. */
export class SchoolLoginError extends Error {
  override name = 'SchoolLoginError'
  readonly failure: SchoolLoginFailure
  readonly code: string | undefined
  constructor(failure: SchoolLoginFailure, { cause, code }: { cause?: unknown; code?: string | undefined } = {}) {
    super(failure, { cause })
    this.failure = failure
    this.code = code
  }
}

interface ComingBack {
  /** callback address as the provider knows it; behind a proxy the server's own address differs */
  callback: string
  query: FromProvider
  state: string
  nonce: string
  verifier: string
}

/** Exchanges the code that the browser brought for the provider's claims about the person. Throws `SchoolLoginError`. */
export async function proveBySchool(
  connection: SchoolConnection,
  school: SchoolLoginConfig,
  { callback, query, state, nonce, verifier }: ComingBack,
): Promise<Proven> {
  const metadata = connection.configuration.serverMetadata()
  // Prevents mixing up two providers: the answer must name this one (RFC 9207).
  const named = query.iss ?? (metadata.authorization_response_iss_parameter_supported ? '' : connection.issuer)
  if (named !== connection.issuer) throw new SchoolLoginError('wrong-issuer')
  if (query.error !== undefined) throw new SchoolLoginError(failureOf(query.error))
  const url = new URL(callback)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  try {
    const tokens = await oidc.authorizationCodeGrant(connection.configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const signed = await readSigned(connection, tokens.id_token ?? '', { audience: school.clientId, fetchKeys: true })
    requireOwnParty(signed, school.clientId)
    const subject = text(signed.sub) ?? ''
    const info = metadata.userinfo_endpoint
      ? await oidc.fetchUserInfo(connection.configuration, tokens.access_token, subject)
      : {}
    const { sid, iat, auth_time } = signed
    return {
      claims: { ...claimsIn({ ...signed, ...info }, school), issuer: connection.issuer, subject },
      providerSession: text(sid) ?? null,
      proofAge: typeof iat === 'number' && typeof auth_time === 'number' ? iat - auth_time : undefined,
    }
  } catch (error) {
    if (error instanceof SchoolLoginError) throw error
    if (isAway(error)) throw new SchoolLoginError('unavailable', { cause: error })
    throw new SchoolLoginError(isAboutIssuer(error) ? 'wrong-issuer' : 'refused', { cause: error })
  }
}

/**
 * The authorised party must be stated in a token for several audiences, and must be us (OpenID Connect Core §3.1.3.7).
 * Throws `SchoolLoginError`.
 */
function requireOwnParty({ aud, azp }: JWTPayload, clientId: string): void {
  const isForSeveral = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? isForSeveral : azp !== clientId) throw new SchoolLoginError('refused')
}

/** Error codes that a provider returns instead of a login (OpenID Connect Core §3.1.2.6). */
function failureOf(error: string): SchoolLoginFailure {
  if (error === 'access_denied') return 'cancelled'
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'unavailable' : 'refused'
}

function isAboutIssuer(error: unknown): boolean {
  if (!(error instanceof oidc.ClientError) || error.code !== 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return false
  return Object(Object(error.cause).cause).claim === 'iss'
}

/** Reads claims under the names in the school's settings. */
export function claimsIn(
  given: Record<string, unknown>,
  { claims: names, administrator }: Pick<SchoolLoginConfig, 'claims' | 'administrator'>,
): Omit<SchoolClaims, 'issuer' | 'subject'> {
  const email = text(given[names.email])
  const firstName = text(given[names.first_name])
  const lastName = text(given[names.last_name])
  const studentNumber = listOf(given[names.student_number]).map(numberIn).find(Boolean)
  return {
    ...(email !== undefined && { email }),
    emailVerified: truth(given[names.email_verified]),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(studentNumber !== undefined && { studentNumber }),
    isAdministrator:
      administrator !== undefined &&
      listOf(given[administrator.claim]).some((value) => text(value) === administrator.value),
  }
}

/** Value as a list: SURFconext sends most claims as lists. */
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** First text that is not empty. */
const text = (value: unknown): string | undefined =>
  listOf(value)
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim())
    .find((one) => one !== '')

/** Boolean, also if written as text, as some providers do; undefined for other values. */
function truth(value: unknown): boolean | undefined {
  const [first] = listOf(value)
  if (first === true || first === 'true') return true
  return first === false || first === 'false' ? false : undefined
}

/** Student number, plain or in 'urn:schac:personalUniqueCode:nl:local:school.nl:studentid:0912345'; other URNs have none. */
function numberIn(value: unknown): string | undefined {
  const given = typeof value === 'number' ? String(value) : text(value)
  if (given === undefined || !/^urn:/i.test(given)) return given
  const number = /:studentid:([^:]+)$/i.exec(given)
  return number && /:personalUniqueCode:./i.test(given.slice(0, number.index)) ? number[1] : undefined
}
