import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The moments of the active school year, earliest first: all of them, or those from a day ('YYYY-MM-DD') on. */
export function listMomentsOfActiveYear(kysely: Kysely<Tables>, { from }: { from?: string } = {}) {
  const all = kysely
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
  return (from === undefined ? all : all.where('testmoment.date', '>=', from)).execute()
}
