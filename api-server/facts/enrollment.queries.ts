import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'

/** Selects enrollments with all facts about their moments that the rules need; callers add conditions. */
export const selectEnrollments = (kysely: Kysely) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select([
      'enrollment.id',
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'enrollment.created_at',
      'enrollment.has_record',
      'enrollment.calendar_id',
      'enrollment.calendar_sequence',
      ...whenAndWhereColumns,
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'schoolyear.active as schoolyear_active',
    ])

export const listActiveEnrollments = (kysely: Kysely, userIds: readonly number[]) =>
  namedEnrollments(kysely)
    .where('enrollment.user_id', 'in', userIds)
    .where('schoolyear.active', '=', true)
    .orderBy('testmoment.date')
    .orderBy('module.name')
    .execute()

/** Lists enrollments at a moment in the order of creation, with names and whether the module is active. */
export const listEnrollmentsAtTestmoment = (kysely: Kysely, testmomentId: number) =>
  namedEnrollments(kysely)
    .where('enrollment.testmoment_id', '=', testmomentId)
    .orderBy('enrollment.created_at')
    .orderBy('enrollment.id')
    .execute()

const namedEnrollments = (kysely: Kysely) =>
  selectEnrollments(kysely)
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select([
      'module.name as module_name',
      'module.active as module_active',
      'module.description as module_description',
    ])
/** Counts students and enrollments per moment; moments without any have no row. */
export const countEnrollments = async (kysely: Kysely, testmomentIds: readonly number[]) =>
  testmomentIds.length === 0
    ? []
    : kysely
        .selectFrom('enrollment')
        .select(({ fn }) => [
          'testmoment_id',
          fn.count<number>('user_id').distinct().as('students'),
          fn.countAll<number>().as('tests'),
        ])
        .where('testmoment_id', 'in', testmomentIds)
        .groupBy('testmoment_id')
        .execute()

/** Counts waiting students per moment; moments without any are missing. */
export async function countWaiting(
  kysely: Kysely,
  testmomentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (testmomentIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('waiting_entry')
    .select(({ fn }) => ['testmoment_id', fn.count<number>('user_id').distinct().as('students')])
    .where('testmoment_id', 'in', testmomentIds)
    .groupBy('testmoment_id')
    .execute()
  return new Map(rows.map(({ testmoment_id, students }) => [testmoment_id, students]))
}
