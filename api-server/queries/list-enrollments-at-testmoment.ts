import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Who takes what there, in the order in which they chose it, with whether the module is in use. */
export const listEnrollmentsAtTestmoment = (kysely: Kysely<Tables>, testmomentId: number) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select([
      'enrollment.id',
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'enrollment.created_at',
      'module.name as module_name',
      'module.active as module_active',
    ])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .orderBy('enrollment.created_at')
    .orderBy('enrollment.id')
    .execute()
