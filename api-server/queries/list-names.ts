import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** What all school years or departments are called, archived ones too. */
export const listNames = (kysely: Kysely<Tables>, table: 'schoolyear' | 'education_department') =>
  kysely
    .selectFrom(table)
    .select([`${table}.id`, `${table}.name`])
    .execute()
