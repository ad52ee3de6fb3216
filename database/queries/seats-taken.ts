import { compiledBySize, type Ids } from './batched-reads.ts'

/** How many students have a seat at each of these moments, and who came first of those who wait there. */
export const countSeats = compiledBySize((kysely, testmomentIds: Ids) =>
  kysely
    .selectFrom('testmoment')
    .select((select) => [
      'testmoment.id',
      'testmoment.seats',
      select
        .selectFrom((query) =>
          query
            .selectFrom('enrollment')
            .select('enrollment.user_id')
            .distinct()
            .whereRef('enrollment.testmoment_id', '=', 'testmoment.id')
            .as('seated'),
        )
        .select(({ fn }) => fn.countAll<number>().as('taken'))
        .as('taken'),
      select
        .selectFrom('waiting_entry')
        .select(({ fn }) => fn.min('waiting_entry.id').as('id'))
        .whereRef('waiting_entry.testmoment_id', '=', 'testmoment.id')
        .as('first_waiting'),
    ])
    .where('testmoment.id', 'in', testmomentIds),
)
