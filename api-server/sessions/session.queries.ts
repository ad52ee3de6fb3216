import { locksRows } from '#database/engine/open-database.ts'
import { compiledByCount, compiledBySize, type Ids, type Texts } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { LoginMethod } from '#domain/logins/login.schema.ts'

/** Lists a user's sessions that are not revoked, valid at `now` and used since `since` (ISO instants), last used first. */
export const listSessions = (kysely: Kysely, userId: number, { now, since }: { now: string; since: string }) =>
  kysely
    .selectFrom('session')
    .select(['id', 'device', 'method', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', since)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Hashes of a refresh token, of its successor, and of the first token of its session. */
export interface Exchange {
  token: string
  successor: string
  first: string
}

export interface KnownToken {
  session: Family
  /** ISO instant */
  expires_at: string
  superseded_at: string | null
}

/** A session on one device, with the present state of its account. */
interface Family {
  id: number
  user_id: number
  expires_at: string
  revoked_at: string | null
  method: LoginMethod
  factors: string | null
  generation: number
  renewed_at: string | null
  activated: boolean
  token_version: number
  roles: string
}

/**
 * Locks the sessions of these exchanges and returns their tokens by hash. Unknown tokens are missing; if a token's row was
 * deleted, the first token of its session is returned. The session's row is the lock: 20 tabs that refresh at once run one by
 * one and all get one successor.
 */
export async function lockFamilies(trx: Transaction, exchanges: readonly Exchange[]): Promise<Map<string, KnownToken>> {
  if (locksRows(trx)) {
    const givenTokens = exchanges.map(({ token }) => token)
    const named = await findFamilies(trx, givenTokens)
    const dropped = firstsOfDropped(exchanges, named)
    if (dropped.length > 0) named.push(...(await findFamilies(trx, dropped)))
    const sessionIds = [...new Set(named.map(({ session_id }) => session_id))].toSorted((one, other) => one - other)
    if (sessionIds.length === 0) return new Map()
    // A statement of its own, before anything is read, and in the order of ids: see platform/locks.rationale.md.
    await lockSessions(trx, sessionIds)
  }
  const rows = await listTokens(
    trx,
    exchanges.flatMap(({ token, successor }) => [token, successor]),
  )
  const dropped = firstsOfDropped(exchanges, rows)
  if (dropped.length > 0) rows.push(...(await listTokens(trx, dropped)))

  const families = new Map<number, Family>()
  const tokens = new Map<string, KnownToken>()
  for (const { token_hash, session_id: id, expires_at, superseded_at, session_expires_at, ...account } of rows) {
    const session = families.get(id) ?? { id, ...account, expires_at: session_expires_at }
    families.set(id, session)
    tokens.set(token_hash, { session, expires_at, superseded_at })
  }
  return tokens
}

/** Hashes of the first token where the token has no row: it was deleted, or is unknown. */
function firstsOfDropped(exchanges: readonly Exchange[], rows: readonly { token_hash: string }[]): string[] {
  const known = new Set(rows.map(({ token_hash }) => token_hash))
  return exchanges.flatMap(({ token, first }) => (token === first || known.has(token) ? [] : first))
}

const lockSessions = compiledBySize((trx, ids: Ids) =>
  trx.selectFrom('session').select('id').where('id', 'in', ids).orderBy('id').forUpdate(),
)

const findFamilies = compiledBySize((trx, hashes: Texts) =>
  trx.selectFrom('refresh_token').select(['token_hash', 'session_id']).where('token_hash', 'in', hashes),
)

const listTokens = compiledBySize((trx, hashes: Texts) =>
  trx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'refresh_token.token_hash',
      'refresh_token.session_id',
      'refresh_token.expires_at',
      'refresh_token.superseded_at',
      'session.user_id',
      'session.expires_at as session_expires_at',
      'session.revoked_at',
      'session.method',
      'session.factors',
      'session.generation',
      'session.renewed_at',
      'user.activated',
      'user.token_version',
      'user.roles',
    ])
    .where('refresh_token.token_hash', 'in', hashes),
)

interface NewToken {
  token_hash: string
  session_id: number
  created_at: string
  expires_at: string
}

export const insertTokens = compiledByCount((trx, tokens: readonly NewToken[]) =>
  trx.insertInto('refresh_token').values(tokens),
)

/** `at`: array of one ISO instant */
export const supersedeTokens = compiledBySize((trx, [at = '']: Texts, hashes: Texts) =>
  trx.updateTable('refresh_token').set({ superseded_at: at }).where('token_hash', 'in', hashes),
)

/**
 * Deletes these sessions' tokens superseded before `before` (array of one ISO instant), except `firsts`, by which a token with
 * a deleted row is recognised.
 */
export const dropSuperseded = compiledBySize((trx, [before = '']: Texts, sessionIds: Ids, firsts: Texts) =>
  trx
    .deleteFrom('refresh_token')
    .where('session_id', 'in', sessionIds)
    .where('superseded_at', '<', before)
    .where('token_hash', 'not in', firsts),
)

/** `at`: array of one ISO instant */
export const noteUse = compiledBySize((trx, [at = '']: Texts, sessionIds: Ids) =>
  trx.updateTable('session').set({ last_used_at: at }).where('id', 'in', sessionIds),
)

/** Notes that the tokens of these sessions' generation were given, so that older ones end. `at`: array of one ISO instant */
export const noteRenewal = compiledBySize((trx, [at = '']: Texts, sessionIds: Ids) =>
  trx.updateTable('session').set({ renewed_at: at }).where('id', 'in', sessionIds),
)
