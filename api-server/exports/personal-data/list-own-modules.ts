import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const listOwnCompletions = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('completed_module as completed')
    .innerJoin('module', 'module.id', 'completed.module_id')
    .select(['module.name', 'module.description', 'completed.created_at'])
    .where('completed.user_id', '=', userId)
    .orderBy('completed.created_at')
    .orderBy('module.id')
    .execute()

/** Of all school years, the past ones too. */
export async function listOwnEnrollments(kysely: Kysely<Tables>, userId: number) {
  const rows = await kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select([
      'schoolyear.name as schoolyear',
      'testmoment.date',
      'testmoment.duration',
      'module.name',
      'module.description',
      'enrollment.created_at',
    ])
    .where('enrollment.user_id', '=', userId)
    .orderBy('testmoment.date')
    .orderBy('enrollment.id')
    .execute()
  return rows.map(({ schoolyear, date, duration, name, description, created_at }) => ({
    schoolyear,
    testmoment: { date, duration },
    module: { name, description },
    created_at,
  }))
}
