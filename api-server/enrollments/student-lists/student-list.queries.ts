import { sql } from 'kysely'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import { bearerColumns, holds } from '#database/queries/find-bearers.ts'
import type { Kysely } from '#database/tables.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'

/**
 * One row per user, with the revision of the school. `enrollment_ids` (of all years) and `completed_ids` are ids joined by ';',
 * null if there are none; `chairs` are those at moments whose rooms are published (`chairsIn`), `code_generations` those of
 * codes that were renewed, as '12 1;13 4' by moment. A '!' (`MARK`) follows an id with a record, or a completion by result. One
 * text costs SQLite a fifth of as many rows.
 */
export const listStudentRevisions = compiledBySize((kysely, userIds: Ids) =>
  selectRevisions(kysely).where('user.id', 'in', userIds),
)

/** Lists those rows by session id, only for valid sessions, with the columns that their tokens must match. */
export const listReaders = compiledBySize((kysely, sessionIds: Ids) =>
  selectRevisions(kysely)
    .innerJoin('session', 'session.user_id', 'user.id')
    .select(bearerColumns)
    .where('session.id', 'in', sessionIds)
    .where(holds),
)

const selectRevisions = (kysely: Kysely) =>
  kysely
    .selectFrom('user')
    .select((select) => [
      'user.id',
      'user.roles',
      'user.information_checked',
      'user.education_department_id',
      select.selectFrom('school_state').select('revision').$asScalar().$notNull().as('school_revision'),
      select
        .selectFrom('enrollment')
        .select(joined('enrollment.id', 'enrollment.has_record').as('ids'))
        .whereRef('enrollment.user_id', '=', 'user.id')
        .as('enrollment_ids'),
      select
        .selectFrom('completed_module')
        .select(joined('completed_module.module_id', 'completed_module.by_result').as('ids'))
        .whereRef('completed_module.user_id', '=', 'user.id')
        .as('completed_ids'),
      select
        .selectFrom('chair')
        .innerJoin('testmoment', 'testmoment.id', 'chair.testmoment_id')
        .innerJoin('room', 'room.id', 'chair.room_id')
        .select(chairLines.as('lines'))
        .whereRef('chair.user_id', '=', 'user.id')
        .where('testmoment.rooms_published_at', 'is not', null)
        .as('chairs'),
      select
        .selectFrom('door_code')
        .select(generations.as('generations'))
        .whereRef('door_code.user_id', '=', 'user.id')
        .as('code_generations'),
    ])

/** A line for each chair: moment, number (0 for none) and name of the room, which has no line ends. */
const chairLines = sql<string | null>`string_agg(cast(chair.testmoment_id as text) || ' ' ||
  cast(coalesce(chair.seat_number, 0) as text) || ' ' || room.name, ${sql.lit('\n')} order by chair.testmoment_id)`

const generations = sql<string | null>`string_agg(cast(testmoment_id as text) || ' ' ||
  cast(generation as text), ';' order by testmoment_id)`

/** Chairs that are published to a student, by the id of the moment. */
export function chairsIn(lines: string | null): Map<number, NonNullable<Enrollment['chair']>> {
  const chairs = new Map<number, NonNullable<Enrollment['chair']>>()
  for (const line of lines?.split('\n') ?? []) {
    const [moment = '', number = '', ...name] = line.split(' ')
    chairs.set(Number(moment), { room: name.join(' '), seat_number: Number(number) || null })
  }
  return chairs
}

/** Ordered, since another query plan of PostgreSQL would otherwise give the same ids as another text. */
const joined = (column: string, flag: string) => {
  const [id, mark] = [sql.ref(column), sql`case when ${sql.ref(flag)} then ${sql.lit(MARK)} else '' end`]
  return sql<string | null>`string_agg(cast(${id} as text) || ${mark}, ';' order by ${id})`
}

export const MARK = '!'

export const listEnrollmentsOf = compiledBySize((kysely, userIds: Ids) =>
  kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id', 'created_at', 'has_record'])
    .where('user_id', 'in', userIds),
)

export type EnrollmentRow = Awaited<ReturnType<typeof listEnrollmentsOf>>[number]

export const findSchoolRevision = async (kysely: Kysely): Promise<string> =>
  (await kysely.selectFrom('school_state').select('revision').executeTakeFirstOrThrow()).revision
