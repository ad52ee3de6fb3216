import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const findSchoolyear = (kysely: Kysely<Tables>, id: number) =>
  kysely.selectFrom('schoolyear').select(['id', 'name', 'active', 'version']).where('id', '=', id).executeTakeFirst()
