import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** How many accounts have just these roles, and how many of them were made since an ISO instant. */
export const countAccounts = (kysely: Kysely<Tables>, since: string) =>
  kysely
    .selectFrom('user')
    .select(({ fn }) => [
      'roles',
      fn.countAll<number>().as('accounts'),
      fn.countAll<number>().filterWhere('created_at', '>=', since).as('new_accounts'),
    ])
    .groupBy('roles')
    .execute()
