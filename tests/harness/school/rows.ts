import { type Insertable, type RawBuilder, sql } from 'kysely'
import { newRefreshToken, refreshTokenHash } from '#api-server/sessions/tokens.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Tables } from '#database/tables.ts'
import { type NewUser, newUser } from '#tests/support/api/test-school.ts'

/** longer than anything here (ms) */
const LOGIN_LASTS = 14 * 86_400_000

/** 1, 2, … */
export const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1)

/** However many: by as many statements as that takes. */
export async function insertAll<Table extends keyof Tables>(
  kysely: Kysely,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  // Kysely knows the columns of a table that is named, not of one that is a type.
  for (const some of inChunks(rows))
    await kysely
      .insertInto(table)
      .values(some as never)
      .execute()
}

/** Adds this many users, by their number from 0; returns their ids in that order. */
export async function addUsers(
  kysely: Kysely,
  count: number,
  userOf: (n: number) => Pick<NewUser, 'username'> & Partial<NewUser>,
): Promise<number[]> {
  const ids: number[] = []
  for (const some of inChunks(range(count))) {
    const people = some.map((n) => newUser(userOf(n - 1)))
    for (const { id } of await kysely.insertInto('user').values(people).returning('id').execute()) ids.push(id)
  }
  return ids.sort((one, other) => one - other)
}

/**
 * Logs each of them in on a phone, by rows alone that the release before knows too; gives their refresh tokens in that order.
 * In a fresh database the id of a session is the place of its user, from 1.
 */
export async function logInAll(kysely: Kysely, userIds: readonly number[], now = Date.now()): Promise<string[]> {
  const created_at = new Date(now).toISOString()
  const expires_at = new Date(now + LOGIN_LASTS).toISOString()
  const tokens: string[] = []
  for (const some of inChunks(userIds)) {
    const sessions = await kysely
      .insertInto('session')
      .values(some.map((user_id) => ({ user_id, device: 'phone', created_at, last_used_at: created_at, expires_at })))
      .returning('id')
      .execute()
    const own = sessions.map(() => newRefreshToken())
    const rows = sessions
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .map((session_id, at) => ({ token_hash: refreshTokenHash(own[at] ?? ''), session_id, created_at, expires_at }))
    await kysely.insertInto('refresh_token').values(rows).execute()
    tokens.push(...own)
  }
  return tokens
}

interface Countable {
  select(count: ReturnType<RawBuilder<number>['as']>): { execute(): Promise<object[]> }
}

/** How many rows a query finds, which selects nothing itself. */
export async function countOf(query: Countable): Promise<number> {
  const [row] = await query.select(sql<number>`count(*)`.as('count')).execute()
  return Number(Object(row).count)
}

/** Statistics of tables, which a database in use has gathered long ago. */
export async function analyze({ kysely, isRemote }: Database): Promise<void> {
  if (isRemote) await sql`analyze`.execute(kysely)
}
