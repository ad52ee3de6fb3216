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
 * there, whoever does it (../engine/triggers.ts).
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
  if (!moment) return 0
  const { waiting } = await kysely
    .selectFrom('waiting_entry')
    .select(({ fn }) => fn.count<number>('waiting_entry.user_id').distinct().as('waiting'))
    .where('waiting_entry.testmoment_id', '=', testmomentId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('enrollment')
            .select('enrollment.id')
            .whereRef('enrollment.user_id', '=', 'waiting_entry.user_id')
            .whereRef('enrollment.testmoment_id', '=', 'waiting_entry.testmoment_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Math.max(0, moment.seats - (moment.taken ?? 0) - waiting)
}
