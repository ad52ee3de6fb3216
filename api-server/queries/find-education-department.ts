import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const findEducationDepartment = (kysely: Kysely<Tables>, id: number) =>
  kysely
    .selectFrom('education_department')
    .select(['id', 'name', 'auto_enroll', 'archived', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
