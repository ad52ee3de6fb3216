import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** One row per module that a moment of the active school year lists, at the moments that enroll in some automatically. */
export const listAutomaticOffers = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .innerJoin('testmoment_module as listed', 'listed.testmoment_id', 'testmoment.id')
    .innerJoin('module', 'module.id', 'listed.module_id')
    .select([
      'testmoment.id',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'testmoment.max_enrollments',
      'schoolyear.active as schoolyear_active',
      'listed.module_id',
      'listed.auto_enroll',
      'module.name as module_name',
      'module.description as module_description',
      'module.active as module_active',
    ])
    .where('schoolyear.active', '=', true)
    .where('testmoment.id', 'in', (query) =>
      query.selectFrom('testmoment_module').select('testmoment_id').where('auto_enroll', '=', true),
    )
    .execute()

export type AutomaticOffer = Awaited<ReturnType<typeof listAutomaticOffers>>[number]
