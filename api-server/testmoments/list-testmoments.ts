import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { z } from 'zod'
import type { Deps } from '#api-server/context.ts'
import { countEnrollments, countWaiting } from '#api-server/facts/enrollment.queries.ts'
import { requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { listTestmomentModules, type TestmomentRow, testmomentColumns } from '#api-server/facts/testmoment.queries.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { managedTestmomentReply } from '#api-server/testmoments/testmoment.replies.ts'
import type { MomentCounts } from '#contract/testmoments.calls.ts'
import type { Kysely, Tables } from '#database/tables.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { calendarDaySchema, idSchema, instantSchema } from '#domain/entities/entity.schema.ts'
import { earliestCurrentDay } from '#domain/testmoments/testmoment.rules.ts'

const byDateSchema = z.tuple([calendarDaySchema, idSchema])
/** Includes the instant until which enrollments are counted, so that all pages use the same counts. */
const byStudentsSchema = z.tuple([z.int().min(0), idSchema, instantSchema])

interface TestmomentsPage {
  schoolyearId: number
  size: number
  cursor: string | undefined
  sort?: 'date' | '-date' | 'students' | '-students' | undefined
  when?: 'past' | 'ahead' | undefined
}

/** Loads a page of a school year's moments and the cursor of the next. Throws `not-found`, `request-malformed`. */
export async function pageTestmoments(
  { database: { kysely }, clock }: Deps,
  { schoolyearId, size, cursor, sort = 'date', when: are }: TestmomentsPage,
): Promise<{ moments: ManagedTestmoment[]; counts: MomentCounts; next: string | undefined }> {
  const now = clock()
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const question = { schoolyearId, limit: size + 1, direction, when: are && { are, now } } as const
  if (sort === 'date' || sort === '-date') {
    const [date, id] = readCursor(cursor, byDateSchema) ?? []
    await requireSchoolyear(kysely, schoolyearId)
    const counts = await countTestmoments(kysely, schoolyearId, now)
    const after = date === undefined || id === undefined ? undefined : { date, id }
    const { shown, last } = pageOf(await listTestmoments(kysely, { ...question, after }), size)
    const next = last && writeCursor([last.date, last.id])
    return { moments: await describeTestmoments(kysely, shown), counts, next }
  }
  const [students, id, until = new Date(now).toISOString()] = readCursor(cursor, byStudentsSchema) ?? []
  await requireSchoolyear(kysely, schoolyearId)
  const counts = await countTestmoments(kysely, schoolyearId, now)
  const after = students === undefined || id === undefined ? undefined : { students, id }
  const { shown, last } = pageOf(await listTestmomentsByStudents(kysely, { ...question, after, until }), size)
  return {
    moments: await describeTestmoments(kysely, shown),
    counts,
    next: last && writeCursor([last.students ?? 0, last.id, until]),
  }
}

const NOBODY = { students: 0, tests: 0 }

/** Describes moments for administrators, with four queries in total. */
export async function describeTestmoments(
  kysely: Kysely,
  moments: readonly TestmomentRow[],
): Promise<ManagedTestmoment[]> {
  const ids = moments.map(({ id }) => id)
  const listed = Map.groupBy(await listTestmomentModules(kysely, ids), ({ testmoment_id }) => testmoment_id)
  const counts = new Map((await countEnrollments(kysely, ids)).map((row) => [row.testmoment_id, row]))
  const waiting = await countWaiting(kysely, ids)
  const sharing = await listSharingDay(kysely, moments)
  return moments.map((moment) =>
    managedTestmomentReply(moment, {
      modules: listed.get(moment.id) ?? [],
      shares_day: sharing.has(moment.id),
      counts: { ...(counts.get(moment.id) ?? NOBODY), waiting: waiting.get(moment.id) ?? 0 },
    }),
  )
}

export async function describeTestmoment(kysely: Kysely, moment: TestmomentRow): Promise<ManagedTestmoment> {
  const [described] = await describeTestmoments(kysely, [moment])
  if (!described) throw new Error('a moment was not described')
  return described
}

/** Finds which of these moments have another one with the same date and duration. */
async function listSharingDay(kysely: Kysely, moments: readonly TestmomentRow[]): Promise<Set<number>> {
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

interface TestmomentsQuestion<Place> {
  schoolyearId: number
  /** only past or only other moments at `now`; see `isCurrent` */
  when: { are: 'past' | 'ahead'; now: number } | undefined
  direction: 'asc' | 'desc'
  after: Place | undefined
  limit: number
}

/** Past moments by `isCurrent`: from before the earliest current day, and days since then other than today. */
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

/** Counts the past moments of a school year and the others, at `now`. */
async function countTestmoments(kysely: Kysely, schoolyearId: number, now: number) {
  const { all, past } = await kysely
    .selectFrom('testmoment')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select((builder) => builder.fn.count<number>(builder.case().when(isPast(now)(builder)).then(1).end()).as('past'))
    .where('schoolyear_id', '=', schoolyearId)
    .executeTakeFirstOrThrow()
  return { past, ahead: all - past }
}

const listTestmoments = (
  kysely: Kysely,
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
const listTestmomentsByStudents = (
  kysely: Kysely,
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
