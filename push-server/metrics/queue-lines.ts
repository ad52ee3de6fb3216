import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** How many pushes wait for their turn, and how long (s) the oldest has been due. `now` in ms. */
export async function queueLines(kysely: Kysely<Tables>, now: number): Promise<string[]> {
  const { count, oldest } = await kysely
    .selectFrom('push_job')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('available_at').as('oldest')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  // SQLite and PostgreSQL both answer with null where there is none, which the aggregate's type leaves out.
  const age = (oldest as string | null) === null ? 0 : Math.max(0, now - Date.parse(oldest)) / 1_000
  return [
    '# HELP push_queue_jobs Pushes that are not done.',
    '# TYPE push_queue_jobs gauge',
    `push_queue_jobs ${count}`,
    '# HELP push_queue_age_seconds For how long the one that waits longest has been due.',
    '# TYPE push_queue_age_seconds gauge',
    `push_queue_age_seconds ${age}`,
  ]
}
