import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { earliestCurrentDay, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { testmomentFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { Problem } from '#server/problem.ts'

export const testmomentColumns = ['id', 'schoolyear_id', ...testmomentFieldNames, 'version'] as const

export const findTestmoment = (kysely: Kysely<Tables>, id: number) =>
  kysely.selectFrom('testmoment').select(testmomentColumns).where('id', '=', id).executeTakeFirst()

export type TestmomentRow = NonNullable<Awaited<ReturnType<typeof findTestmoment>>>

export interface TestmomentPlace {
  id: number
  /** school year that the moment must belong to */
  schoolyearId?: number
}

/** Loads a moment. Throws `not-found` if it does not exist or belongs to another school year. */
export async function requireTestmoment(
  kysely: Kysely<Tables>,
  { id, schoolyearId }: TestmomentPlace,
): Promise<TestmomentRow> {
  const moment = await findTestmoment(kysely, id)
  if (!moment || moment.schoolyear_id !== (schoolyearId ?? moment.schoolyear_id)) throw new Problem('not-found')
  return moment
}

/** Finds which of these moments have another one with the same date and duration. */
export async function listSharingDay(kysely: Kysely<Tables>, moments: readonly TestmomentRow[]): Promise<Set<number>> {
  if (moments.length === 0) return new Set()
  const dates = [...new Set(moments.map(({ date }) => date))]
  const rows = await kysely
    .selectFrom('testmoment')
    .select(['id', 'date', 'duration'])
    .where('date', 'in', dates)
    .execute()
  const days = Map.groupBy(rows, ({ date, duration }) => `${date} ${duration}`)
  return new Set([...days.values()].flatMap((day) => (day.length > 1 ? day.map(({ id }) => id) : [])))
}

/** Lists the modules of these moments, by name. A moment that lists none has no row and offers all. */
export const listTestmomentModules = (kysely: Kysely<Tables>, testmomentIds: readonly number[]) =>
  testmomentIds.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('testmoment_module')
        .innerJoin('module', 'module.id', 'testmoment_module.module_id')
        .select(['testmoment_id', 'module.id', 'module.name', 'module.description', 'testmoment_module.auto_enroll'])
        .where('testmoment_id', 'in', testmomentIds)
        .orderBy('module.name')
        .execute()

interface TestmomentsQuestion<Place> {
  schoolyearId: number
  /** only past or only other moments at `now`; see `isCurrent` */
  when: { are: 'past' | 'ahead'; now: number } | undefined
  direction: 'asc' | 'desc'
  after: Place | undefined
  limit: number
}

/**
 * Condition for moments that `isCurrent` calls history: those that began before the earliest current day, and days
 * since then other than today.
 */
const isPast =
  (now: number) =>
  ({ eb, and, or }: ExpressionBuilder<Tables, 'testmoment'>) =>
    or([
      eb('testmoment.date', '<', earliestCurrentDay(now)),
      and([eb('testmoment.date', '<', dayOf(now)), eb('testmoment.duration', '=', 'day')]),
    ])

const narrowed =
  (when: TestmomentsQuestion<unknown>['when']) =>
  (builder: ExpressionBuilder<Tables, 'testmoment'>): Expression<SqlBool> => {
    if (!when) return builder.lit(true)
    const past = isPast(when.now)(builder)
    return when.are === 'past' ? past : builder.not(past)
  }

/** Counts the past moments of a school year and the others, at `now` (ms since the epoch). */
export async function countTestmoments(kysely: Kysely<Tables>, schoolyearId: number, now: number) {
  const { all, past } = await kysely
    .selectFrom('testmoment')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select((builder) => builder.fn.count<number>(builder.case().when(isPast(now)(builder)).then(1).end()).as('past'))
    .where('schoolyear_id', '=', schoolyearId)
    .executeTakeFirstOrThrow()
  return { past, ahead: all - past }
}

/** Lists moments by first day; those of one day in the order in which they were made. */
export const listTestmoments = (
  kysely: Kysely<Tables>,
  { schoolyearId, when, direction, after, limit }: TestmomentsQuestion<{ date: string; id: number }>,
) =>
  kysely
    .selectFrom('testmoment')
    .select(testmomentColumns)
    .where('schoolyear_id', '=', schoolyearId)
    .where(narrowed(when))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('date', 'id'), direction === 'asc' ? '>' : '<', tuple(after?.date ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy('date', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()

/**
 * Lists moments by the number of students enrolled until that instant (ISO): enrollments made while somebody pages on
 * move no moment to or from a page that was shown already.
 */
export const listTestmomentsByStudents = (
  kysely: Kysely<Tables>,
  {
    schoolyearId,
    when,
    direction,
    after,
    limit,
    until,
  }: TestmomentsQuestion<{ students: number; id: number }> & { until: string },
) =>
  kysely
    .selectFrom((from) =>
      from
        .selectFrom('testmoment')
        .select(testmomentColumns)
        .select((counted) =>
          counted
            .selectFrom('enrollment')
            .select(({ fn }) => fn.count<number>('user_id').distinct().as('students'))
            .whereRef('enrollment.testmoment_id', '=', 'testmoment.id')
            .where('enrollment.created_at', '<=', until)
            .$asScalar()
            .as('students'),
        )
        .where('schoolyear_id', '=', schoolyearId)
        .where(narrowed(when))
        .as('counted'),
    )
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('students', 'id'), direction === 'asc' ? '>' : '<', tuple(after?.students ?? 0, after?.id ?? 0)),
      ),
    )
    .orderBy('students', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()

/** Lists the moments of a school year, earliest first: all, or those that begin on `from` ('YYYY-MM-DD') or later. */
export const listTestmomentsFrom = (
  kysely: Kysely<Tables>,
  { schoolyearId, from }: { schoolyearId: number; from: string | null },
) =>
  kysely
    .selectFrom('testmoment')
    .select(['id', ...whenAndWhereFieldNames])
    .select(['enrollments_enabled', 'enrollments_open_at', 'enrollments_close_at', 'seats'])
    .where('schoolyear_id', '=', schoolyearId)
    .$if(from !== null, (query) => query.where('date', '>=', from ?? ''))
    .orderBy('date')
    .orderBy('id')
    .execute()

/** Lists moments of the active school year, earliest first: all, or those that begin on `from` or later. */
export function listMomentsOfActiveYear(kysely: Kysely<Tables>, { from }: { from?: string } = {}) {
  const all = kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select(testmomentColumns.map((name) => `testmoment.${name}` as const))
    .select('schoolyear.active as schoolyear_active')
    .where('schoolyear.active', '=', true)
    .orderBy('testmoment.date')
    .orderBy('testmoment.id')
  return (from === undefined ? all : all.where('testmoment.date', '>=', from)).execute()
}

/** Ids of the moments of the active school year that are current at `now` (ms since the epoch). */
export async function listCurrentTestmoments(kysely: Kysely<Tables>, now: number): Promise<number[]> {
  const moments = await listMomentsOfActiveYear(kysely, { from: earliestCurrentDay(now) })
  return moments.filter((moment) => isCurrent(moment, now)).map(({ id }) => id)
}

/**
 * Ids of moments whose planned opening or closing has come, unordered; `at` is an ISO instant. With an order, SQLite would walk
 * through the table instead of the two indexes.
 */
export async function listDueTestmoments(kysely: Kysely<Tables>, at: string): Promise<number[]> {
  const rows = await kysely
    .selectFrom('testmoment')
    .select('id')
    .where((either) => either.or([either('enrollments_open_at', '<=', at), either('enrollments_close_at', '<=', at)]))
    .execute()
  return rows.map(({ id }) => id)
}
