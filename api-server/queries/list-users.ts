import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { userColumns } from './user-columns.ts'

/** Those with these ids, by username. */
export const listUsers = (kysely: Kysely<Tables>, ids: readonly number[]) =>
  kysely.selectFrom('user').select(userColumns).where('id', 'in', ids).orderBy('username').execute()
