import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { EnrollmentFacts } from '#domain/enrollments/enrollment.rules.ts'

export interface Standings {
  /** in the school year asked for, which is the active one */
  enrollmentsOf(userId: number): readonly EnrollmentFacts[]
  /** ids of modules */
  completedBy(userId: number): ReadonlySet<number>
}

/** What these students have chosen in this school year, and what they have behind them. */
export async function listStandings(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  schoolyearId: number,
): Promise<Standings> {
  const enrollments = await kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['enrollment.user_id', 'enrollment.testmoment_id', 'enrollment.module_id'])
    .select(['testmoment.date', 'testmoment.duration'])
    .where('enrollment.user_id', 'in', userIds)
    .where('testmoment.schoolyear_id', '=', schoolyearId)
    .execute()
  const completions = await kysely
    .selectFrom('completed_module')
    .select(['user_id', 'module_id'])
    .where('user_id', 'in', userIds)
    .execute()
  const enrollmentsByUser = Map.groupBy(enrollments, ({ user_id }) => user_id)
  const completionsByUser = Map.groupBy(completions, ({ user_id }) => user_id)
  return {
    enrollmentsOf: (userId) =>
      (enrollmentsByUser.get(userId) ?? []).map(({ testmoment_id, module_id, date, duration }) => ({
        testmoment_id,
        module_id,
        moment: { date, duration, schoolyear_active: true },
      })),
    completedBy: (userId) => new Set(completionsByUser.get(userId)?.map(({ module_id }) => module_id)),
  }
}
