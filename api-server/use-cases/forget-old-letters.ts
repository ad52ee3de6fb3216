import type { Database } from '#database/engine/open-database.ts'

const DAY = 24 * 3_600_000

/** Long enough to look up why a letter never came. */
const LETTERS_KEPT = 30 * DAY

/** Until then a link that is over is said to be that, and after it to be unknown. */
const LINKS_KEPT = 7 * DAY

/** Deletes what was done long ago, and links that are long over. `now` in ms since the epoch. */
export async function forgetOldLetters({ kysely }: Database, now: number): Promise<void> {
  const before = (age: number) => new Date(now - age).toISOString()
  await kysely.deleteFrom('outbox').where('done_at', '<', before(LETTERS_KEPT)).execute()
  await kysely.deleteFrom('password_reset').where('expires_at', '<', before(LINKS_KEPT)).execute()
  await kysely.deleteFrom('registration').where('expires_at', '<', before(LINKS_KEPT)).execute()
}
