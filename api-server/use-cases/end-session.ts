import { refreshTokenHash } from '#api-server/auth/refresh-token.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'

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
