import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Whose enrollment it is and where: what never changes of it. */
export const findEnrollment = (kysely: Kysely<Tables>, id: number) =>
  kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id'])
    .where('id', '=', id)
    .executeTakeFirst()
