import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Who takes what there, with whether the module is in use. */
export const listEnrollmentsAtTestmoment = (kysely: Kysely<Tables>, testmomentId: number) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select(['enrollment.user_id', 'enrollment.module_id', 'module.active as module_active'])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .execute()
