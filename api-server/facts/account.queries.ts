import type { ExpressionBuilder } from 'kysely'
import type { Kysely, Tables } from '#database/tables.ts'
/** Condition: neither the owner nor the school's login ever used it. One in use always keeps one of these signs. */
export const isNeverUsed = ({ not, or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'user'>) =>
  not(
    or([
      eb('user.password_hash', 'is not', null),
      eb('user.last_login_at', 'is not', null),
      eb('user.information_checked', '=', true),
      ...(['external_identity', 'passkey'] as const).map((table) =>
        exists(selectFrom(table).select(`${table}.id`).whereRef(`${table}.user_id`, '=', 'user.id')),
      ),
    ]),
  )
export const findAddressee = (kysely: Kysely, userId: number) =>
  kysely.selectFrom('user').select(['username', 'first_name', 'last_name']).where('id', '=', userId).executeTakeFirst()
