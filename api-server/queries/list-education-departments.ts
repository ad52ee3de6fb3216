import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** By name; those that are offered and the one named by `also`, or every one when `archived`. */
export const listEducationDepartments = (
  kysely: Kysely<Tables>,
  { archived, also }: { archived: boolean; also: number | null },
) =>
  kysely
    .selectFrom('education_department')
    .select(['id', 'name', 'auto_enroll', 'archived', 'version'])
    .$if(!archived, (query) =>
      query.where((either) => either.or([either('archived', '=', false), either('id', '=', also ?? 0)])),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
