import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** One row per module of the departments whose students are enrolled automatically. */
export const listAutomaticDepartments = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('education_department')
    .innerJoin('education_department_module as held', 'held.education_department_id', 'education_department.id')
    .select(['education_department.id', 'held.module_id'])
    .where('education_department.auto_enroll', '=', true)
    .execute()
