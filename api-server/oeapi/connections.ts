import { createPublicKey, hash, type JsonWebKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireSchoolName } from '#api-server/facts/school-names.ts'
import { lockNames } from '#api-server/platform/locks.ts'
import type { ConnectionTable } from '#database/connection-tables.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { MOST_CONNECTIONS, scopesColumn } from '#domain/oeapi/connection.rules.ts'
import type { ConnectionCreation } from '#domain/oeapi/connection.schema.ts'
import { connectionScopeTexts, publishesText } from '#domain/oeapi/connection.texts.ts'
import { Problem } from '#server/problem.ts'

export type ConnectionRow = Selectable<ConnectionTable>

interface ByTeacher {
  database: Database
  actorId: number
  /** ms since the epoch */
  now: number
}

/**
 * Makes a connection with a secret, or for a system that has a key pair. Only the secret's hash is stored. Throws a
 * `SchoolNameRefusal` or a `ConnectionRefusal`.
 */
export async function makeConnection(
  { database, actorId, now }: ByTeacher,
  { name: given, scopes, public_key, publishes: wished = false }: ConnectionCreation,
): Promise<{ connection: ConnectionRow; secret: string | null }> {
  const name = requireSchoolName(given)
  if (scopes.length === 0) throw new Problem('connection-scopeless')
  const key = public_key === undefined ? null : readPublicKey(public_key)
  const publishes = wished && scopes.includes('results.write')
  const secret = key === null ? randomBytes(32).toString('base64url') : null
  const connection = await database.transaction(async (trx) => {
    // If two teachers make the last one at once, the second is refused.
    await lockNames(trx)
    if ((await countInUse(trx)) >= MOST_CONNECTIONS) throw new Problem('connections-full')
    const made = await trx
      .insertInto('connection')
      .values({
        name,
        client_id: `wi-${randomBytes(8).toString('hex')}`,
        scopes: scopesColumn(scopes),
        secret_hash: secret && secretHash(secret),
        public_key: key && JSON.stringify(key),
        publishes,
        maker_id: (some) => some.selectFrom('user').select('id').where('id', '=', actorId).forKeyShare(),
        created_at: new Date(now).toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const labels = [
      ...scopes.map((scope) => connectionScopeTexts[scope].label),
      ...(publishes ? [publishesText.label] : []),
    ]
    await recordChange(
      trx,
      { actorId, action: 'created', resource: 'connection', resourceId: made.id, changes: { scopes: [[], labels] } },
      now,
    )
    return made
  })
  return { connection, secret }
}

/** Revokes a connection, unless it is revoked already. Throws `not-found`. */
export const revokeConnection = ({ database, actorId, now }: ByTeacher, id: number): Promise<ConnectionRow> =>
  database.transaction(async (trx) => {
    await trx.selectFrom('connection').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const found = await trx.selectFrom('connection').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found) throw new Problem('not-found')
    if (found.revoked_at !== null) return found
    const revoked_at = new Date(now).toISOString()
    await trx.updateTable('connection').set({ revoked_at }).where('id', '=', id).execute()
    await recordChange(trx, { actorId, action: 'connection-revoked', resource: 'connection', resourceId: id }, now)
    return { ...found, revoked_at }
  })

/** Revoked connections that are still listed, the latest. */
const REVOKED_LISTED = 100

/** Lists connections by name, those in use first. */
export async function listConnections(kysely: Kysely<Tables>): Promise<ConnectionRow[]> {
  const all = kysely.selectFrom('connection').selectAll()
  return [
    ...(await all.where('revoked_at', 'is', null).orderBy('name').orderBy('id').execute()),
    ...(await all.where('revoked_at', 'is not', null).orderBy('id', 'desc').limit(REVOKED_LISTED).execute()),
  ]
}

async function countInUse(trx: Transaction<Tables>): Promise<number> {
  const { count } = await trx
    .selectFrom('connection')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Finds the connection in use that has this name in OAuth. */
export async function findByClientId(kysely: Kysely<Tables>, clientId: string): Promise<ConnectionRow | undefined> {
  // PostgreSQL fails on some texts instead of finding nothing.
  if (!CLIENT_ID.test(clientId)) return undefined
  return kysely
    .selectFrom('connection')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

const CLIENT_ID = /^wi-[0-9a-f]{16}$/

/** A secret has 256 random bits, so a fast hash suffices. */
const secretHash = (secret: string): string => hash('sha256', secret, 'base64url')

export function hasSecret({ secret_hash }: Pick<ConnectionRow, 'secret_hash'>, secret: string): boolean {
  if (secret_hash === null) return false
  return timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(secret_hash))
}

/** Shortest RSA key that is accepted (NIST SP 800-131A). */
const RSA_BITS = 2_048

/** Curves of keys that are accepted, with the algorithm that each signs with. */
const CURVES: Readonly<Record<string, string>> = { 'P-256': 'ES256', 'P-384': 'ES384' }

/** Signature algorithms for a key; empty for one that is not accepted. */
export function algorithmsOf({ kty, crv }: JsonWebKey): string[] {
  if (kty === 'RSA') return ['PS256', 'RS256']
  if (kty === 'OKP' && crv === 'Ed25519') return ['EdDSA', 'Ed25519']
  const algorithm = kty === 'EC' && crv ? CURVES[crv] : undefined
  return algorithm ? [algorithm] : []
}

/** Reads a public key, given as JWK or PEM. Throws `connection-key-unusable`, also for a private key: it must not travel. */
function readPublicKey(text: string): JsonWebKey {
  try {
    if (!/PRIVATE KEY/.test(text)) {
      const key = keyOf(text.trim())
      const jwk = key?.export({ format: 'jwk' })
      const isLong = key?.asymmetricKeyDetails?.modulusLength ?? RSA_BITS
      if (jwk && isLong >= RSA_BITS && algorithmsOf(jwk).length > 0) return jwk
    }
  } catch {
    // Not a key, as below.
  }
  throw new Problem('connection-key-unusable')
}

function keyOf(text: string): KeyObject | undefined {
  if (!text.startsWith('{')) return createPublicKey(text)
  const jwk: JsonWebKey = JSON.parse(text)
  return 'd' in jwk ? undefined : createPublicKey({ key: jwk, format: 'jwk' })
}
