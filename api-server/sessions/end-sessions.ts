import type { Transaction } from 'kysely'
import { refreshTokenHash } from '#api-server/sessions/tokens.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/** Revokes the family of a refresh token, old or new. An unknown one ends nothing, and nobody is told. */
export async function endSession(database: Database, token: string, now: number): Promise<void> {
  const ended = await database.kysely
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (query) =>
      query.selectFrom('refresh_token').select('session_id').where('token_hash', '=', refreshTokenHash(token)),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (ended) await announce(database.kysely, [{ event: 'loginsEnded', ...ended }])
}

/**
 * Ends one of the caller's own logins; its tokens are refused from now on. Throws `not-found` also for somebody else's:
 * one answer for both, so that nobody learns which logins exist.
 */
export async function revokeSession({ kysely }: Database, caller: Caller, sessionId: number, now: number) {
  const session = await kysely
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('id', '=', sessionId)
    .where('user_id', '=', caller.id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'device', 'method', 'created_at', 'last_used_at'])
    .executeTakeFirst()
  if (!session) throw new Problem('not-found')
  await announce(kysely, [{ event: 'loginsEnded', user_id: caller.id }])
  return session
}

/**
 * From the commit on, no token of this user is worth anything; a session that is to go on gets new ones. `now` in ms since
 * the epoch.
 */
export async function endLogins(
  trx: Transaction<Tables>,
  userId: number,
  now: number,
  { except = 0 }: { except?: number } = {},
): Promise<void> {
  await trx
    .updateTable('user')
    .set((column) => ({ token_version: column('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await trx
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('user_id', '=', userId)
    .where('id', '!=', except)
    .where('revoked_at', 'is', null)
    .execute()
  await announce(trx, [{ event: 'loginsEnded', user_id: userId }])
}
