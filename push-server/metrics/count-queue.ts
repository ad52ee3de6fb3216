import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export interface PushQueue {
  count: number
  /** ms since the one that waits longest is due */
  age: number
}

/** The pushes that wait for their turn. `now` in ms. */
export async function countQueue(kysely: Kysely<Tables>, now: number): Promise<PushQueue> {
  const { count, oldest } = await kysely
    .selectFrom('push_job')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('available_at').as('oldest')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  // SQLite and PostgreSQL both answer with null where there is none, which the aggregate's type leaves out.
  return { count, age: (oldest as string | null) === null ? 0 : Math.max(0, now - Date.parse(oldest)) }
}
