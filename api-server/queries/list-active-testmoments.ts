import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The moments of the active school year from a day ('YYYY-MM-DD') on, earliest first. */
export const listActiveTestmoments = (kysely: Kysely<Tables>, { from }: { from: string }) =>
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
    ])
    .where('schoolyear.active', '=', true)
    .where('testmoment.date', '>=', from)
    .orderBy('testmoment.date')
    .orderBy('testmoment.id')
    .execute()
