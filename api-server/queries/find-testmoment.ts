import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** What a moment is by itself. */
export const testmomentColumns = [
  'id',
  'schoolyear_id',
  'date',
  'duration',
  'enrollments_enabled',
  'enrollments_open_at',
  'enrollments_close_at',
  'max_enrollments',
  'version',
] as const

export const findTestmoment = (kysely: Kysely<Tables>, id: number) =>
  kysely.selectFrom('testmoment').select(testmomentColumns).where('id', '=', id).executeTakeFirst()

export type TestmomentRow = NonNullable<Awaited<ReturnType<typeof findTestmoment>>>
