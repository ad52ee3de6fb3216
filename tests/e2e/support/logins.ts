import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Product } from './product.ts'
import type { Situation } from './situation.ts'

/** Sessions of the student in the database, each a family of refresh tokens, oldest first. */
export async function loginsOf({ database: { kysely } }: Product, { studentId }: Situation) {
  const sessions = await kysely
    .selectFrom('session')
    .select(['id', 'revoked_at'])
    .where('user_id', '=', studentId)
    .orderBy('id')
    .execute()
  const tokens = await kysely
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select(['session_id', 'superseded_at'])
    .where('user_id', '=', studentId)
    .execute()
  return sessions.map(({ id, revoked_at }) => {
    const family = tokens.filter(({ session_id }) => session_id === id)
    return {
      revoked: revoked_at !== null,
      exchanged: family.filter(({ superseded_at }) => superseded_at !== null).length,
      unused: family.filter(({ superseded_at }) => superseded_at === null).length,
    }
  })
}

/**
 * Time passes for the student's logins on the server, whose clock cannot be moved: what it dated of them is dated back.
 * The end of an access token is signed into it, so those given so far end by the other thing that ends one, a higher
 * token version; refresh tokens have none.
 */
export async function passOnServer({ database }: Product, { studentId }: Situation, days: number): Promise<void> {
  await database.transaction(async (trx) => {
    await trx
      .updateTable('session')
      .set((session) => ({
        created_at: earlier(session, 'created_at', days),
        last_used_at: earlier(session, 'last_used_at', days),
        expires_at: earlier(session, 'expires_at', days),
      }))
      .where('user_id', '=', studentId)
      .execute()
    await trx
      .updateTable('refresh_token')
      .set((token) => ({
        created_at: earlier(token, 'created_at', days),
        expires_at: earlier(token, 'expires_at', days),
        superseded_at: earlier(token, 'superseded_at', days),
      }))
      .where('session_id', 'in', (query) => query.selectFrom('session').select('id').where('user_id', '=', studentId))
      .execute()
    await trx
      .updateTable('user')
      .set((user) => ({ token_version: user('token_version', '+', 1) }))
      .where('id', '=', studentId)
      .execute()
  })
}

/** An instant as the database keeps it, or null. The product under test runs on SQLite. */
const earlier = <Table extends 'session' | 'refresh_token'>(
  { fn, ref, val }: ExpressionBuilder<Tables, Table>,
  column: Parameters<typeof ref>[0],
  days: number,
) => fn<string>('strftime', [val('%Y-%m-%dT%H:%M:%fZ'), ref(column), val(`-${days} days`)])
