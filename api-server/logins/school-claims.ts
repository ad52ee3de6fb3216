import type { JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import { isAway, readSigned, type SchoolConnection } from '#api-server/logins/school-provider.ts'
import type { FromProvider } from '#contract/logins.ts'
import type { SchoolClaims } from '#domain/logins/linking.rules.ts'
import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import type { SchoolLoginConfig } from '#server/login-config.ts'

/** Somebody who came back from the provider, as it says who they are. */
export interface Proven {
  claims: SchoolClaims
  /** session at the provider, by which it may end ours */
  providerSession: string | null
  /** s from when they proved there who they are until the provider reported it, by its own clock; undefined where it does not say */
  proofAge: number | undefined
}

/** Why a login comes to nothing; the cause is for the log, the code for who is barred. */
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
  /** callback as the provider knows it: behind a web server our own address is another */
  callback: string
  query: FromProvider
  state: string
  nonce: string
  verifier: string
}

/** Exchanges what the browser brought for what the provider says of its person. Throws `SchoolLoginError`. */
export async function proveBySchool(
  connection: SchoolConnection,
  school: SchoolLoginConfig,
  { callback, query, state, nonce, verifier }: ComingBack,
): Promise<Proven> {
  const metadata = connection.configuration.serverMetadata()
  // Which of two providers answers, where somebody mixes them up (RFC 9207).
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

/** A token in the name of another. */
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

/** SURFconext gives most of them as lists. */
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** The first that is one. */
const text = (value: unknown): string | undefined =>
  listOf(value)
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim())
    .find((one) => one !== '')

/** Some providers write it as a text; what is neither says nothing. */
function truth(value: unknown): boolean | undefined {
  const [first] = listOf(value)
  if (first === true || first === 'true') return true
  return first === false || first === 'false' ? false : undefined
}

/** 'urn:schac:personalUniqueCode:nl:local:school.nl:studentid:0912345', or the number as it is. Other codes are none. */
function numberIn(value: unknown): string | undefined {
  const given = typeof value === 'number' ? String(value) : text(value)
  if (given === undefined || !/^urn:/i.test(given)) return given
  return /:personalUniqueCode:.+:studentid:([^:]+)$/i.exec(given)?.[1]
}
