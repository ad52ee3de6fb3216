import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'

export const listWaitingOf = compiledBySize((kysely, userIds: Ids) =>
  selectWaiting(kysely).where('waiting_entry.user_id', 'in', userIds).orderBy('waiting_entry.id'),
)

export const findWaiting = (kysely: Kysely, id: number) =>
  selectWaiting(kysely).where('waiting_entry.id', '=', id).executeTakeFirst()

export type NamedWaitingRow = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

const selectWaiting = (kysely: Kysely) =>
  kysely
    .selectFrom('waiting_entry')
    .innerJoin('module', 'module.id', 'waiting_entry.module_id')
    .select([
      'waiting_entry.id',
      'waiting_entry.user_id',
      'waiting_entry.testmoment_id',
      'waiting_entry.module_id',
      'module.name as module_name',
      'waiting_entry.moves',
      'waiting_entry.created_at',
    ])

/** Lists outcomes of these students’ waits that they have not dismissed, latest first. */
export const listUnseenOutcomesOf = compiledBySize((kysely, userIds: Ids) =>
  selectOutcomes(kysely)
    .where('waiting_outcome.user_id', 'in', userIds)
    .where('waiting_outcome.seen_at', 'is', null)
    .orderBy('waiting_outcome.created_at', 'desc')
    .orderBy('waiting_outcome.id', 'desc'),
)

export const findOutcome = (kysely: Kysely, { id, user_id }: { id: number; user_id: number }) =>
  selectOutcomes(kysely)
    .where('waiting_outcome.id', '=', id)
    .where('waiting_outcome.user_id', '=', user_id)
    .executeTakeFirst()

export type OutcomeRow = NonNullable<Awaited<ReturnType<typeof findOutcome>>>

const selectOutcomes = (kysely: Kysely) =>
  kysely
    .selectFrom('waiting_outcome')
    .innerJoin('module', 'module.id', 'waiting_outcome.module_id')
    .select([
      'waiting_outcome.id',
      'waiting_outcome.user_id',
      'waiting_outcome.outcome',
      'waiting_outcome.module_id',
      'module.name as module_name',
      'waiting_outcome.testmoment_id',
      'waiting_outcome.created_at',
      ...whenAndWhereFieldNames.map((name) => `waiting_outcome.${name}` as const),
    ])
