import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const findUser = (kysely: Kysely<Tables>, id: number) =>
  kysely
    .selectFrom('user')
    .select([
      'id',
      'username',
      'first_name',
      'last_name',
      'roles',
      'information_checked',
      'onboarding_step',
      'activated',
      'activation_nonce',
      'activation_expires_at',
      'education_department_id',
      'version',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
