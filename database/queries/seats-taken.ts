import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { compiledBySize, type Ids } from './batched-reads.ts'

/**
 * How many students have a seat at each of these moments, and who came first of those who wait there. Walks through all
 * enrollments there: a millisecond for some thousands.
 */
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
    ])
    .select(firstWaiting)
    .where('testmoment.id', 'in', testmomentIds),
)

/** The same without counting: how many students there are at most, null where that was not counted yet. */
export const findSeats = compiledBySize((kysely, testmomentIds: Ids) =>
  kysely
    .selectFrom('testmoment')
    .leftJoin('seat_count', 'seat_count.testmoment_id', 'testmoment.id')
    .select(['testmoment.id', 'testmoment.seats', 'seat_count.at_most'])
    .select(firstWaiting)
    .where('testmoment.id', 'in', testmomentIds),
)

const firstWaiting = ({ selectFrom }: ExpressionBuilder<Tables, 'testmoment'>) =>
  selectFrom('waiting_entry')
    .select(({ fn }) => fn.min('waiting_entry.id').as('id'))
    .whereRef('waiting_entry.testmoment_id', '=', 'testmoment.id')
    .as('first_waiting')

/**
 * Keeps what was counted under the lock on these moments' seats. From here on the database adds to it what is enrolled
 * there, by any program (../engine/triggers.ts).
 */
export async function keepCounts(
  kysely: Kysely<Tables>,
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
 * The seats that a newcomer could be called to: nobody has them, and nobody waits for them. Who of the line could take one
 * now is for the desk to judge; here everybody in it is taken for one who can, so that nobody is called to what is theirs.
 */
export async function countUnclaimedSeats(kysely: Kysely<Tables>, testmomentId: number): Promise<number> {
  const [moment] = await countSeats(kysely, [testmomentId])
  const free = moment ? moment.seats - (moment.taken ?? 0) : 0
  if (free <= 0 || !moment || moment.first_waiting === null) return Math.max(0, free)
  // Two sets: when asked for each waiting student apart, PostgreSQL took half a second for a line of 8,000 at an
  // opening.
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
