import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Whom a letter about their account is for. */
export const findAddressee = (kysely: Kysely<Tables>, userId: number) =>
  kysely.selectFrom('user').select(['username', 'first_name']).where('id', '=', userId).executeTakeFirst()

/** A registration with whom its letter is for; none once the account was activated. */
export const findRegistration = (kysely: Kysely<Tables>, registrationId: number) =>
  kysely
    .selectFrom('registration')
    .innerJoin('user', 'user.id', 'registration.user_id')
    .select([
      'user.username',
      'user.first_name',
      'registration.nonce',
      'registration.device',
      'registration.created_at',
      'registration.expires_at',
    ])
    .where('registration.id', '=', registrationId)
    .executeTakeFirst()
