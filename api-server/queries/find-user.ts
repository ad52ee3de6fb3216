import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { userColumns } from './user-columns.ts'

export const findUser = (kysely: Kysely<Tables>, id: number) =>
  kysely.selectFrom('user').select(userColumns).where('id', '=', id).executeTakeFirst()
