import type { Kysely } from 'kysely'
import { z } from 'zod'
import { countEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import {
  countTestmoments,
  listSharingDay,
  listTestmomentModules,
  listTestmoments,
  listTestmomentsByStudents,
  type TestmomentRow,
} from '#api-server/facts/testmoment.queries.ts'
import { countWaiting } from '#api-server/facts/waiting.queries.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { managedTestmomentReply } from '#api-server/testmoments/testmoment.replies.ts'
import type { MomentCounts } from '#contract/testmoments.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { calendarDaySchema, idSchema, instantSchema } from '#domain/entities/entity.schema.ts'

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
  { database: { kysely }, clock }: { database: Database; clock: () => number },
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
  kysely: Kysely<Tables>,
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

export async function describeTestmoment(kysely: Kysely<Tables>, moment: TestmomentRow): Promise<ManagedTestmoment> {
  const [described] = await describeTestmoments(kysely, [moment])
  if (!described) throw new Error('a moment was not described')
  return described
}
