import { expressionBuilder } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Number of earlier moments that the student had in the same module, for a query of enrollments with their moments. */
export const earlierTries = expressionBuilder<Tables, 'enrollment' | 'testmoment'>()
  .selectFrom('enrollment as earlier')
  .innerJoin('testmoment as earlier_moment', 'earlier_moment.id', 'earlier.testmoment_id')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .whereRef('earlier.user_id', '=', 'enrollment.user_id')
  .whereRef('earlier.module_id', '=', 'enrollment.module_id')
  .whereRef('earlier_moment.date', '<', 'testmoment.date')
  .as('earlier_tries')
