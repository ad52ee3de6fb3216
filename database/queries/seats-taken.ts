import type { ExpressionBuilder } from 'kysely'
import type { Kysely, Tables } from '#database/tables.ts'
import { compiledBySize, type Ids } from './batched-reads.ts'

/**
 * Counts students with a seat at each of these moments, and finds the first in line. Walks through all enrollments there: a
 * millisecond for some thousands.
 */
export const countSeats = compiledBySize((kysely, testmomentIds: Ids) =>
  kysely
    .selectFrom('testmoment')
    .select(['testmoment.id', 'testmoment.seats'])
    .select((select) => studentsSeated(select).as('taken'))
    .select(firstWaiting)
    .where('testmoment.id', 'in', testmomentIds),
)

/**
 * Like `countSeats`, but counts only where somebody waits, or not all of `asking` (one number) fit above the stored upper bound;
 * elsewhere `taken` is that bound. `at_most` is null if the moment was never counted. One statement, since each takes a turn
 * between two processes on PostgreSQL.
 */
export const findSeats = compiledBySize((kysely, testmomentIds: Ids, asking: Ids) =>
  kysely
    .selectFrom('testmoment')
    .leftJoin('seat_count', 'seat_count.testmoment_id', 'testmoment.id')
    .select(['testmoment.id', 'testmoment.seats', 'seat_count.at_most'])
    .select((select) =>
      select
        .case()
        .when(
          select.and([
            select(select('seat_count.at_most', '+', asking[0] ?? 0), '<=', select.ref('testmoment.seats')),
            select.not(
              select.exists(
                select
                  .selectFrom('waiting_entry')
                  .select('waiting_entry.id')
                  .whereRef('waiting_entry.testmoment_id', '=', 'testmoment.id'),
              ),
            ),
          ]),
        )
        .then(select.ref('seat_count.at_most'))
        .else(studentsSeated(select))
        .end()
        .as('taken'),
    )
    .select(firstWaiting)
    .where('testmoment.id', 'in', testmomentIds),
)

const studentsSeated = ({ selectFrom }: ExpressionBuilder<Tables, 'testmoment'>) =>
  selectFrom((query) =>
    query
      .selectFrom('enrollment')
      .select('enrollment.user_id')
      .distinct()
      .whereRef('enrollment.testmoment_id', '=', 'testmoment.id')
      .as('seated'),
  ).select(({ fn }) => fn.countAll<number>().as('taken'))

const firstWaiting = ({ selectFrom }: ExpressionBuilder<Tables, 'testmoment'>) =>
  selectFrom('waiting_entry')
    .select(({ fn }) => fn.min('waiting_entry.id').as('id'))
    .whereRef('waiting_entry.testmoment_id', '=', 'testmoment.id')
    .as('first_waiting')

/**
 * Stores counts made under the lock on these moments' seats. From then on a trigger adds each new enrollment, by any program
 * (../engine/triggers.ts).
 */
export async function keepCounts(
  kysely: Kysely,
  counts: readonly { id: number; taken: number | null }[],
): Promise<void> {
  await kysely
    .insertInto('seat_count')
    .values(counts.map(({ id, taken }) => ({ testmoment_id: id, at_most: taken ?? 0 })))
    .onConflict((conflict) =>
      conflict.column('testmoment_id').doUpdateSet(({ ref }) => ({ at_most: ref('excluded.at_most') })),
    )
    .execute()
}

/**
 * Counts free seats that nobody waits for, to which a newcomer may be called. The desk judges who in line can take a seat now;
 * here everybody in line counts as someone who can, so that nobody is called to another's seat.
 */
export async function countUnclaimedSeats(kysely: Kysely, testmomentId: number): Promise<number> {
  const [moment] = await countSeats(kysely, [testmomentId])
  const free = moment ? moment.seats - (moment.taken ?? 0) : 0
  if (free <= 0 || !moment || moment.first_waiting === null) return Math.max(0, free)
  // Two sets: a subquery for each waiting student took PostgreSQL half a second for a line of 8,000 at an opening.
  const { waiting } = await kysely
    .selectFrom((query) =>
      query
        .selectFrom('waiting_entry')
        .select('user_id')
        .where('testmoment_id', '=', testmomentId)
        .except(query.selectFrom('enrollment').select('user_id').where('testmoment_id', '=', testmomentId))
        .as('unseated'),
    )
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return Math.max(0, free - waiting)
}
