import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { recessFieldNames } from '#domain/schoolyears/recess.schema.ts'
import { schoolyearFieldNames } from '#domain/schoolyears/schoolyear.schema.ts'
import { Problem } from '#server/problem.ts'

/** School years as administrators manage them, with how much each has. */
const managed = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('schoolyear')
    .select([...schoolyearFieldNames, 'archived'])
    .select((year) => [
      year
        .selectFrom('testmoment')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('testmoment.schoolyear_id', '=', 'schoolyear.id')
        .$asScalar()
        .$notNull()
        .as('testmoments'),
      year
        .selectFrom('recess')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('recess.schoolyear_id', '=', 'schoolyear.id')
        .$asScalar()
        .$notNull()
        .as('recesses'),
    ])

const findSchoolyear = (kysely: Kysely<Tables>, id: number) => managed(kysely).where('id', '=', id).executeTakeFirst()

export type SchoolyearRow = NonNullable<Awaited<ReturnType<typeof findSchoolyear>>>

/** Throws `not-found` when there is no school year with this id. */
export async function requireSchoolyear(kysely: Kysely<Tables>, id: number) {
  const schoolyear = await findSchoolyear(kysely, id)
  if (!schoolyear) throw new Problem('not-found')
  return schoolyear
}

/** At most one is active, which the database sees to. */
export const findActiveSchoolyear = (kysely: Kysely<Tables>) =>
  managed(kysely).where('active', '=', true).executeTakeFirst()

/** Where a page of school years begins: after the last row of the previous one. */
interface SchoolyearPlace {
  name: string
  id: number
}

interface SchoolyearsQuestion {
  limit: number
  after: SchoolyearPlace | undefined
  direction: 'asc' | 'desc'
  /** those that are put away, too */
  archived: boolean
}

/** The latest name first, and of those that are called alike the one made last; or the other way round. */
export const listSchoolyears = (kysely: Kysely<Tables>, { limit, after, direction, archived }: SchoolyearsQuestion) =>
  managed(kysely)
    .$if(!archived, (query) => query.where('archived', '=', false))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('name', 'id'), direction === 'desc' ? '<' : '>', tuple(after?.name ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy('name', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()

/** Its days without lessons, by the first of them. */
export const findRecesses = (kysely: Kysely<Tables>, schoolyearId: number) =>
  kysely
    .selectFrom('recess')
    .select(recessFieldNames)
    .where('schoolyear_id', '=', schoolyearId)
    .orderBy('first_day')
    .orderBy('id')
    .execute()
