import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'

export async function findOwnAccount(kysely: Kysely<Tables>, userId: number) {
  const row = await kysely
    .selectFrom('user')
    .select([
      'id',
      'username',
      'first_name',
      'last_name',
      'roles',
      'activated',
      'information_checked',
      'onboarding_step',
      'created_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, roles: rolesOf(row) }
}

export const findOwnDepartment = async (kysely: Kysely<Tables>, userId: number) =>
  (await kysely
    .selectFrom('user')
    .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select('education_department.name')
    .where('user.id', '=', userId)
    .executeTakeFirst()) ?? null

export const listOwnPasswordResets = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('password_reset')
    .select(['created_at', 'expires_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
