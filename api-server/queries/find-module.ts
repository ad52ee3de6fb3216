import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const findModule = (kysely: Kysely<Tables>, id: number) =>
  kysely
    .selectFrom('module')
    .select(['id', 'name', 'description', 'active', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
