import { createPublicKey, hash, type JsonWebKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireSchoolName } from '#api-server/facts/school-names.ts'
import { lockNames } from '#api-server/platform/locks.ts'
import type { ConnectionTables } from '#database/connection-tables.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { MOST_CONNECTIONS, scopesColumn, scopesOf } from '#domain/oeapi/connection.rules.ts'
import type { ConnectionCreation, ConnectionRights } from '#domain/oeapi/connection.schema.ts'
import { connectionScopeTexts, publishesText } from '#domain/oeapi/connection.texts.ts'
import { Problem } from '#server/problem.ts'

export type ConnectionRow = Selectable<ConnectionTables['connection']>

interface ByTeacher {
  database: Database
  actorId: number
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
    await recordChange(
      trx,
      {
        ...{ actorId, action: 'created', resource: 'connection', resourceId: made.id },
        changes: { scopes: [[], labelsOf(made)] },
      },
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

/** ms for which the secret before a new one is valid */
const BOTH_VALID_MS = 24 * 3_600_000

/**
 * Gives a connection another secret; the one before is valid for a day. Renewed again within that day, because the answer was
 * lost, it still is the first that stays valid. Throws `not-found`, also for a connection with a key.
 */
export async function renewSecret({ database, actorId, now }: ByTeacher, id: number) {
  const secret = randomBytes(32).toString('base64url')
  const connection = await database.transaction(async (trx) => {
    const before = await lockInUse(trx, id)
    if (before.secret_hash === null) throw new Problem('not-found')
    const isFormerValid = before.former_until !== null && now < Date.parse(before.former_until)
    const former_hash = isFormerValid ? before.former_hash : before.secret_hash
    const former_until = isFormerValid ? before.former_until : new Date(now + BOTH_VALID_MS).toISOString()
    const secrets = { secret_hash: secretHash(secret), former_hash, former_until }
    await recordChange(trx, { actorId, action: 'connection-renewed', resource: 'connection', resourceId: id }, now)
    return write(trx, id, secrets)
  })
  return { connection, secret }
}

/** Changes what a connection may do, from its next request on. Throws `not-found` and `connection-scopeless`. */
export const editConnection = (
  { database, actorId, now }: ByTeacher,
  id: number,
  { scopes, publishes: wished }: ConnectionRights,
): Promise<ConnectionRow> =>
  database.transaction(async (trx) => {
    const before = await lockInUse(trx, id)
    if (scopes.length === 0) throw new Problem('connection-scopeless')
    const rights = { scopes: scopesColumn(scopes), publishes: wished && scopes.includes('results.write') }
    const [old, wanted] = [labelsOf(before), labelsOf(rights)]
    if (old.join() === wanted.join()) return before
    await recordChange(
      trx,
      { actorId, action: 'edited', resource: 'connection', resourceId: id, changes: { scopes: [old, wanted] } },
      now,
    )
    return write(trx, id, rights)
  })

/** Rights of a connection, as teachers read them. */
const labelsOf = ({ scopes, publishes }: Pick<ConnectionRow, 'scopes' | 'publishes'>): string[] => [
  ...scopesOf(scopes).map((scope) => connectionScopeTexts[scope].label),
  ...(publishes ? [publishesText.label] : []),
]

async function lockInUse(trx: Transaction, id: number): Promise<ConnectionRow> {
  await trx.selectFrom('connection').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findConnection(trx, id)
}

/** Finds a connection in use. Throws `not-found`. */
export async function findConnection(kysely: Kysely, id: number): Promise<ConnectionRow> {
  const found = await kysely.selectFrom('connection').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found || found.revoked_at !== null) throw new Problem('not-found')
  return found
}

const write = (
  trx: Transaction,
  id: number,
  changes: Updateable<ConnectionTables['connection']>,
): Promise<ConnectionRow> =>
  trx.updateTable('connection').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const listRefusals = (kysely: Kysely, id: number) =>
  kysely
    .selectFrom('connection_refusal')
    .select(['at', 'asked', 'kind'])
    .where('connection_id', '=', id)
    .orderBy('id', 'desc')
    .execute()

/** Revoked connections that are still listed, the latest. */
const REVOKED_LISTED = 100

export async function listConnections(kysely: Kysely): Promise<ConnectionRow[]> {
  const all = kysely.selectFrom('connection').selectAll()
  return [
    ...(await all.where('revoked_at', 'is', null).orderBy('name').orderBy('id').execute()),
    ...(await all.where('revoked_at', 'is not', null).orderBy('id', 'desc').limit(REVOKED_LISTED).execute()),
  ]
}

async function countInUse(trx: Transaction): Promise<number> {
  const { count } = await trx
    .selectFrom('connection')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function findByClientId(kysely: Kysely, clientId: string): Promise<ConnectionRow | undefined> {
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

type Secrets = Pick<ConnectionRow, 'secret_hash' | 'former_hash' | 'former_until'>

/** Whether this is its secret, or the one before it for as long as that is valid. */
export function hasSecret({ secret_hash, former_hash, former_until }: Secrets, secret: string, now: number): boolean {
  const isFormerValid = former_until !== null && now < Date.parse(former_until)
  const given = Buffer.from(secretHash(secret))
  return [secret_hash, isFormerValid ? former_hash : null].some(
    (valid) => valid !== null && timingSafeEqual(given, Buffer.from(valid)),
  )
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
    // Not a key.
  }
  throw new Problem('connection-key-unusable')
}

function keyOf(text: string): KeyObject | undefined {
  if (!text.startsWith('{')) return createPublicKey(text)
  const jwk: JsonWebKey = JSON.parse(text)
  return 'd' in jwk ? undefined : createPublicKey({ key: jwk, format: 'jwk' })
}
