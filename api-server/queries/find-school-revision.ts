import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const findSchoolRevision = async (kysely: Kysely<Tables>): Promise<string> =>
  (await kysely.selectFrom('school_state').select('revision').executeTakeFirstOrThrow()).revision
