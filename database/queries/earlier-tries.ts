import { expressionBuilder } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** In a query of enrollments with their moments: how many earlier moments the student had in the same module. */
export const earlierTries = expressionBuilder<Tables, 'enrollment' | 'testmoment'>()
  .selectFrom('enrollment as earlier')
  .innerJoin('testmoment as earlier_moment', 'earlier_moment.id', 'earlier.testmoment_id')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .whereRef('earlier.user_id', '=', 'enrollment.user_id')
  .whereRef('earlier.module_id', '=', 'enrollment.module_id')
  .whereRef('earlier_moment.date', '<', 'testmoment.date')
  .as('earlier_tries')
