import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** A student's enrollments in the active school year with what is shown of their moments and modules, earliest first. */
export const listActiveEnrollments = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select([
      'enrollment.id',
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'enrollment.created_at',
      'module.name as module_name',
      'module.description as module_description',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
    ])
    .where('enrollment.user_id', '=', userId)
    .where('schoolyear.active', '=', true)
    .orderBy('testmoment.date')
    .orderBy('module.name')
    .execute()
