import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { schoolyearFieldNames } from '#domain/schoolyears/schoolyear.schema.ts'
import { Problem } from '#server/problem.ts'

const findSchoolyear = (kysely: Kysely<Tables>, id: number) =>
  kysely.selectFrom('schoolyear').select(schoolyearFieldNames).where('id', '=', id).executeTakeFirst()

/** Throws `not-found` when there is no school year with this id. */
export async function requireSchoolyear(kysely: Kysely<Tables>, id: number) {
  const schoolyear = await findSchoolyear(kysely, id)
  if (!schoolyear) throw new Problem('not-found')
  return schoolyear
}

/** At most one is active, which the database sees to. */
export const findActiveSchoolyear = (kysely: Kysely<Tables>) =>
  kysely.selectFrom('schoolyear').select(schoolyearFieldNames).where('active', '=', true).executeTakeFirst()

/** Where a page of school years begins: after the last row of the previous one. */
interface SchoolyearPlace {
  name: string
  id: number
}

/** The latest name first, and of those that are called alike the one made last; or the other way round. */
export const listSchoolyears = (
  kysely: Kysely<Tables>,
  { limit, after, direction }: { limit: number; after: SchoolyearPlace | undefined; direction: 'asc' | 'desc' },
) =>
  kysely
    .selectFrom('schoolyear')
    .select(schoolyearFieldNames)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('name', 'id'), direction === 'desc' ? '<' : '>', tuple(after?.name ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy('name', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
