import type { Database } from '#database/engine/open-database.ts'

/** ms; long enough to look up why a push never came */
const KEPT = 7 * 24 * 3_600_000

/** ms; a browser that comes back with its old subscription after that is found out by the next push to it */
const GONE_KEPT = 90 * 24 * 3_600_000

/** Deletes what was done long ago. `now` in ms since the epoch. */
export async function forgetOldJobs({ kysely }: Database, now: number): Promise<void> {
  const before = new Date(now - KEPT).toISOString()
  await kysely.deleteFrom('push_job').where('done_at', '<', before).execute()
  await kysely.deleteFrom('push_reminder').where('closes_at', '<', before).execute()
  const longBefore = new Date(now - GONE_KEPT).toISOString()
  await kysely.deleteFrom('gone_push_endpoint').where('gone_at', '<', longBefore).execute()
}
