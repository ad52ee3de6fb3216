import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The modules in use of the student's department, by name; `completed_at` is null for those still to do. */
export const listDepartmentModules = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('user')
    .innerJoin(
      'education_department_module as offered',
      'offered.education_department_id',
      'user.education_department_id',
    )
    .innerJoin('module', 'module.id', 'offered.module_id')
    .leftJoin('completed_module as completed', (join) =>
      join.onRef('completed.module_id', '=', 'module.id').onRef('completed.user_id', '=', 'user.id'),
    )
    .select(['module.id', 'module.name', 'module.description', 'completed.created_at as completed_at'])
    .where('user.id', '=', userId)
    .where('module.active', '=', true)
    .orderBy('module.name')
    .execute()
