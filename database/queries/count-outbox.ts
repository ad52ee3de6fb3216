import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export interface OutboxCount {
  kind: string
  count: number
  /** ISO instant since which the one that waits longest has been due; later than now when none is due */
  oldest: string
}

/** The tasks that are not done, by kind. */
export const countOutbox = (kysely: Kysely<Tables>): Promise<OutboxCount[]> =>
  kysely
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.min('available_at').as('oldest')])
    .where('done_at', 'is', null)
    .groupBy('kind')
    .execute()
