import type { Kysely } from '#database/tables.ts'
import { type ConcernAnswer, listSubscribers } from './push-subscribers.ts'
import { whenAndWhereColumns } from './when-and-where.ts'

/**
 * Finds a published result for a notification to its student: module and place, without the outcome. Undefined once the account
 * is deleted, or if the result was published again since: that publication has its own notification.
 */
export const findPublication = (kysely: Kysely, id: number) =>
  kysely
    .selectFrom('result_publication as published')
    .innerJoin('user', 'user.id', 'published.user_id')
    .innerJoin('enrollment', 'enrollment.id', 'published.enrollment_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['published.id', 'published.user_id', 'published.enrollment_id', 'published.is_correction', 'published.at'])
    .select([
      'user.username',
      'user.first_name',
      'user.last_name',
      'module.name',
      'module.description',
      ...whenAndWhereColumns,
    ])
    .where('published.id', '=', id)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('result_publication as later')
            .select('later.id')
            .whereRef('later.enrollment_id', '=', 'published.enrollment_id')
            .whereRef('later.id', '>', 'published.id'),
        ),
      ),
    )
    .executeTakeFirst()

/** Finds the result's student if they are to be notified by push: they want pushes of results, and have a device. */
export async function studentConcerned(
  kysely: Kysely,
  { user_id }: { user_id: number },
): Promise<ConcernAnswer['concerned']> {
  const subscribers = await listSubscribers(kysely, { ids: [user_id] })
  return subscribers.filter(({ is_student, wishes }) => is_student && wishes.result)
}
