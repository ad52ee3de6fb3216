import type { Kysely } from '#database/tables.ts'
import { schoolyearFieldNames } from '#domain/schoolyears/schoolyear.schema.ts'
import { Problem } from '#server/problem.ts'

const managed = (kysely: Kysely) =>
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

const findSchoolyear = (kysely: Kysely, id: number) => managed(kysely).where('id', '=', id).executeTakeFirst()

export type SchoolyearRow = NonNullable<Awaited<ReturnType<typeof findSchoolyear>>>

/** Loads a school year. Throws `not-found` if it does not exist. */
export async function requireSchoolyear(kysely: Kysely, id: number) {
  const schoolyear = await findSchoolyear(kysely, id)
  if (!schoolyear) throw new Problem('not-found')
  return schoolyear
}

export const findActiveSchoolyear = (kysely: Kysely) => managed(kysely).where('active', '=', true).executeTakeFirst()

interface SchoolyearsQuestion {
  limit: number
  after: { name: string; id: number } | undefined
  direction: 'asc' | 'desc'
  archived: boolean
}

/** Lists school years by name, then by id, latest first or in the opposite order. */
export const listSchoolyears = (kysely: Kysely, { limit, after, direction, archived }: SchoolyearsQuestion) =>
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
