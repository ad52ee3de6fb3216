import type { Database } from '#database/engine/open-database.ts'

/** Until then who comes back is told that their login expired, and after it that it is unknown (ms). */
const KEPT = 30 * 24 * 3_600_000

/**
 * Deletes at most `most` logins that expired long ago, with all their refresh tokens: hundreds each, so that some are
 * enough for one transaction. Says how many. Whoever logs in again sweeps their own on the way; this is for those who never do.
 */
export async function forgetOldLogins(
  { kysely }: Pick<Database, 'kysely'>,
  { most, now }: { most: number; now: number },
): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('session')
    .where('id', 'in', (query) =>
      query
        .selectFrom('session')
        .select('id')
        .where('expires_at', '<', new Date(now - KEPT).toISOString())
        .limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
