import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** All moments of the active school year, past ones too, earliest first. */
export const listMomentsOfActiveYear = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select([
      'testmoment.id',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_open_at',
      'testmoment.enrollments_close_at',
      'testmoment.max_enrollments',
      'testmoment.version',
      'schoolyear.active as schoolyear_active',
    ])
    .where('schoolyear.active', '=', true)
    .orderBy('testmoment.date')
    .orderBy('testmoment.id')
    .execute()
