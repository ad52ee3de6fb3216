import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Those of these users who have a department that enrolls automatically. */
export const listAutomaticStudents = (kysely: Kysely<Tables>, userIds: readonly number[]) =>
  kysely
    .selectFrom('user')
    .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select(['user.id', 'user.roles', 'user.information_checked', 'education_department.id as education_department_id'])
    .where('user.id', 'in', userIds)
    .where('education_department.auto_enroll', '=', true)
    .orderBy('user.id')
    .execute()
