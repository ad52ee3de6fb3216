import { createPublicKey, hash } from 'node:crypto'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { type ConnectionScope, grantedScopes, scopesColumn, scopesOf } from '#domain/oeapi/connection.rules.ts'
import { derivedKey } from '#server/keys.ts'
import { algorithmsOf, type ConnectionRow, findByClientId, hasSecret } from './connections.ts'
import { OEAPI_ISSUER, TOKEN_PATH } from './oeapi-paths.ts'

/*
 * OAuth 2.0 client credentials (RFC 6749 §4.4). A token is signed and not stored; each request looks its connection up again, so
 * that a revoked one is refused at once, also by another process.
 */

export const TOKEN_LIFETIME_S = 15 * 60

/** Refusal of the token endpoint (RFC 6749 §5.2). */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly code: 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'
  /** the connection that was refused, where it is known */
  readonly connection: ConnectionRow | undefined
  constructor(code: OAuthRefusal['code'], description: string, connection?: ConnectionRow) {
    super(description)
    this.code = code
    this.connection = connection
  }
}

/** How a system proves who it is. */
export type Credentials = { clientId: string; secret: string } | { clientId: string; assertion: string }

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Reads the credentials of a token request. Throws an `OAuthRefusal`. */
export function readCredentials(authorization: string | undefined, form: ReadonlyMap<string, string>): Credentials {
  const assertion = form.get('client_assertion')
  if (form.has('client_secret'))
    throw new OAuthRefusal('invalid_client', 'Send the secret in the Authorization header (client_secret_basic).')
  if (authorization !== undefined && assertion !== undefined)
    throw new OAuthRefusal('invalid_request', 'Use one way to authenticate.')
  if (assertion !== undefined) {
    if (form.get('client_assertion_type') !== ASSERTION_TYPE)
      throw new OAuthRefusal('invalid_request', 'The client_assertion_type is unknown.')
    const clientId = issuerOf(assertion)
    const named = form.get('client_id')
    if (clientId === undefined || (named !== undefined && named !== clientId)) throw refusedClient()
    return { clientId, assertion }
  }
  return basicIn(authorization)
}

const refusedClient = (connection?: ConnectionRow) =>
  new OAuthRefusal('invalid_client', 'The client is unknown, revoked, or not authenticated.', connection)

function issuerOf(assertion: string): string | undefined {
  try {
    // Only `jwtVerify` checks its type.
    const iss: unknown = decodeJwt(assertion).iss
    return typeof iss === 'string' ? iss : undefined
  } catch {
    return undefined
  }
}

/** Both parts are form-encoded before they are joined (RFC 6749 §2.3.1). */
function basicIn(authorization: string | undefined): Credentials {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  const pair = Buffer.from(encoded ?? '', 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 1) throw refusedClient()
  try {
    const [clientId, secret] = [pair.slice(0, colon), pair.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    )
    return { clientId: clientId ?? '', secret: secret ?? '' }
  } catch {
    throw refusedClient()
  }
}

export interface TokenDeps {
  /** key that signs session tokens; the key for these tokens is derived from it, so that neither kind passes for the other */
  key: Buffer
  publicUrl: string
  clock: () => number
}

export interface Tokens {
  /** Finds the connection that these credentials prove. Throws an `OAuthRefusal`. */
  authenticate(database: Pick<Database, 'kysely'>, credentials: Credentials): Promise<ConnectionRow>
  /** Makes a token with the scopes that were asked for; `isTrial` as in `Reader`. Throws an `OAuthRefusal`. */
  grant(
    connection: ConnectionRow,
    asked: string | undefined,
    isTrial?: boolean,
  ): Promise<{ token: string; scope: string }>
  /** Finds the connection of a token, with what the token may do; undefined if it is invalid, expired or revoked. */
  read(kysely: Kysely, token: string): Promise<Reader | undefined>
}

/** System that makes a request. */
export interface Reader {
  connection: ConnectionRow
  scopes: readonly ConnectionScope[]
  /** whether a teacher tries what the system would get: nothing of it is noted as the system's */
  isTrial: boolean
}

export function createTokens({ key, publicUrl, clock }: TokenDeps): Tokens {
  const signing = derivedKey(key, 'oeapi access token')
  const issuer = publicUrl + OEAPI_ISSUER
  const audiences = [publicUrl + TOKEN_PATH, issuer]

  return {
    authenticate: async (database, credentials) => {
      const connection = await findByClientId(database.kysely, credentials.clientId)
      const isProved =
        connection !== undefined &&
        ('secret' in credentials
          ? hasSecret(connection, credentials.secret, clock())
          : await isFirstSigned(database, connection, credentials.assertion, { audiences, now: clock() }))
      if (!connection || !isProved) throw refusedClient(connection)
      return connection
    },

    grant: async (connection, asked, isTrial) => {
      const scopes = grantedScopes(asked, scopesOf(connection.scopes))
      if (!scopes)
        throw new OAuthRefusal('invalid_scope', `This client has the scopes: ${connection.scopes}`, connection)
      const scope = scopesColumn(scopes)
      const seconds = Math.floor(clock() / 1_000)
      const token = await new SignJWT({ scope, ...(isTrial && { trial: true }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(publicUrl)
        .setSubject(connection.client_id)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + TOKEN_LIFETIME_S)
        .sign(signing)
      return { token, scope }
    },

    read: async (kysely, token) => {
      const claims = await verified(() =>
        jwtVerify(token, signing, {
          ...{ algorithms: ['HS256'], typ: 'at+jwt', issuer, audience: publicUrl },
          ...{ requiredClaims: ['sub', 'exp', 'scope'], currentDate: new Date(clock()) },
        }),
      )
      const connection = claims && (await findByClientId(kysely, claims.sub ?? ''))
      if (!connection) return undefined
      const own = scopesOf(connection.scopes)
      const scopes = scopesOf(String(claims.scope)).filter((scope) => own.includes(scope))
      return { connection, scopes, isTrial: claims.trial === true }
    },
  }
}

/** Longest time between making and using an assertion (s). */
const ASSERTION_AGE_S = 300
/** Seconds by which the other system's clock may differ. */
const CLOCK_DIFFERENCE_S = 30

/** Time (ms) for which a used assertion is kept: longer than it is valid by either clock. */
const KEPT_MS = 1_000 * (ASSERTION_AGE_S + 4 * CLOCK_DIFFERENCE_S)

/** Whether the connection's key signed this assertion for this school, now (RFC 7523 §3), and it was not used before. */
async function isFirstSigned(
  { kysely }: Pick<Database, 'kysely'>,
  { id, client_id, public_key }: ConnectionRow,
  assertion: string,
  { audiences, now }: { audiences: string[]; now: number },
): Promise<boolean> {
  if (public_key === null) return false
  const jwk: Parameters<typeof algorithmsOf>[0] = JSON.parse(public_key)
  const claims = await verified(() =>
    jwtVerify(assertion, createPublicKey({ key: jwk, format: 'jwk' }), {
      ...{ algorithms: algorithmsOf(jwk), issuer: client_id, subject: client_id, audience: audiences },
      ...{ requiredClaims: ['exp', 'iat'], maxTokenAge: ASSERTION_AGE_S, clockTolerance: CLOCK_DIFFERENCE_S },
      currentDate: new Date(now),
    }),
  )
  if (!claims || !['string', 'undefined'].includes(typeof claims.jti)) return false
  // An assertion without `jti` is known by its signed part: the same signature can be written in several ways.
  const named = claims.jti ?? assertion.slice(0, assertion.lastIndexOf('.'))
  // Stored in the database, since the same assertion may be sent to two processes.
  await kysely.deleteFrom('connection_assertion').where('until', '<', new Date(now).toISOString()).execute()
  const kept = await kysely
    .insertInto('connection_assertion')
    .values({
      connection_id: id,
      hash: hash('sha256', named, 'base64url'),
      until: new Date(now + KEPT_MS).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return kept !== undefined
}

/** Claims of a valid token; undefined for any other text. */
async function verified(verify: () => ReturnType<typeof jwtVerify>) {
  try {
    return (await verify()).payload
  } catch {
    return undefined
  }
}
