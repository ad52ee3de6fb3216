import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** What these users are enrolled in during the active school year, with what tells whether it is current. */
export const listHeldEnrollments = (kysely: Kysely<Tables>, userIds: readonly number[]) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select([
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'testmoment.date',
      'testmoment.duration',
      'schoolyear.active as schoolyear_active',
    ])
    .where('enrollment.user_id', 'in', userIds)
    .where('schoolyear.active', '=', true)
    .execute()
