import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { refreshTokenExpiry } from './session-limits.ts'

/** The session's row is the family's lock: 20 tabs that refresh at once pass one by one, and all get one successor. */
export async function lockFamily(trx: Transaction<Tables>, tokenHash: string) {
  const token = await trx
    .selectFrom('refresh_token')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!token) return undefined
  const session = await trx
    .selectFrom('session')
    .select(['id', 'user_id', 'expires_at', 'revoked_at'])
    .where('id', '=', token.session_id)
    .forUpdate()
    .executeTakeFirst()
  if (!session) return undefined
  const account = await trx
    .selectFrom('user')
    .select(['activated', 'token_version'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  return { session, account }
}

/** Puts the successor in the token's place. */
export async function rotate(
  trx: Transaction<Tables>,
  session: { id: number; expires_at: string },
  hashes: { token: string; successor: string },
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString()
  await trx
    .insertInto('refresh_token')
    .values({
      token_hash: hashes.successor,
      session_id: session.id,
      created_at: at,
      expires_at: refreshTokenExpiry(now, session.expires_at),
    })
    .execute()
  await trx.updateTable('refresh_token').set({ superseded_at: at }).where('token_hash', '=', hashes.token).execute()
  await trx.updateTable('session').set({ last_used_at: at }).where('id', '=', session.id).execute()
}

export const revokeFamily = (trx: Transaction<Tables>, sessionId: number, now: number) =>
  trx
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
