import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { testmomentColumns } from './find-testmoment.ts'

/** The moments of a school year by their first day, from behind `after` on; `limit` of them. */
export const listTestmoments = (
  kysely: Kysely<Tables>,
  { schoolyearId, after, limit }: { schoolyearId: number; after?: { date: string; id: number }; limit: number },
) =>
  kysely
    .selectFrom('testmoment')
    .select(testmomentColumns)
    .where('schoolyear_id', '=', schoolyearId)
    .$if(after !== undefined, (query) =>
      query.where(({ and, or, eb }) =>
        or([
          eb('date', '>', after?.date ?? ''),
          and([eb('date', '=', after?.date ?? ''), eb('id', '>', after?.id ?? 0)]),
        ]),
      ),
    )
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
    .execute()
