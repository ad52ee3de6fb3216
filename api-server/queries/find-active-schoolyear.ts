import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** At most one is active, which the database sees to. */
export const findActiveSchoolyear = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('schoolyear')
    .select(['id', 'name', 'active', 'version'])
    .where('active', '=', true)
    .executeTakeFirst()
