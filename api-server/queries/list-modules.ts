import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** In the order of their names; those out of use only when asked for. */
export const listModules = (kysely: Kysely<Tables>, { alsoInactive }: { alsoInactive: boolean }) =>
  kysely
    .selectFrom('module')
    .select(['id', 'name', 'description', 'active', 'version'])
    .$if(!alsoInactive, (query) => query.where('active', '=', true))
    .orderBy('name')
    .execute()
