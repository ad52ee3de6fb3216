import { inChunks } from '#database/queries/batched-reads.ts'
import { settleRecords } from '#database/queries/settle-records.ts'
import type { Transaction } from '#database/tables.ts'
import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import { SeededRandom } from './drawn-students.ts'
import type { Life } from './histories.ts'
import { type DemoSchool, requireNamed, type SchoolMoment } from './insert-school.ts'
import type { ModuleName } from './offer.ts'
import { DAY_MS } from './testmoments.ts'

/** Modules with grades on the past test days of this year, none of them published yet. */
const GRADED: readonly ModuleName[] = ['ALG1', 'ALG2', 'GON1', 'DIF1', 'EXP1']
const DRAFTS: Readonly<Record<string, readonly ModuleName[]>> = { 'last-month': ['DIF1', 'EXP1', 'STA1'] }

/** One in this many students has extra time. */
const EXTRA_TIME = 25

const HOUR_MS = 3_600_000

interface Taken {
  enrollment_id: number
  user_id: number
  module_id: number
  moment: SchoolMoment
  passed: boolean
}

interface TestDays {
  now: number
  teacherId: number
}

/**
 * Attendance and results of this year's test days before `now` (ms): modules that a student completed there were passed, all
 * others failed. Has its own random numbers, so that the rest of the school stays the same.
 */
export async function insertTestDays(
  trx: Transaction,
  school: DemoSchool,
  lives: readonly Life[],
  { now, teacherId }: TestDays,
): Promise<void> {
  const random = new SeededRandom(now)
  const slow = lives.filter(({ id, student }) => student.department !== null && id % EXTRA_TIME === 0)
  const ids = slow.map(({ id }) => id)
  if (ids.length > 0) await trx.updateTable('user').set({ extra_time: true }).where('id', 'in', ids).execute()

  const taken = await listTaken(trx, school, lives, now)
  // Ensures a failed test, for visitors who try the accounts.
  const written = new Set(lives.flatMap(({ id, student }) => (student.year ? [id] : [])))
  const there = taken.filter(({ passed, user_id }) => passed || written.has(user_id) || random.chance(0.88))
  await insertPresence(trx, { taken, there: new Set(there), random, teacherId })
  await insertResults(trx, school, there, { now, teacherId })
  const enrollmentIds = taken.map(({ enrollment_id }) => enrollment_id)
  await settleRecords(trx, enrollmentIds)
}

/** Tests with what each completed: the last test that a student took in a module that they have completed. */
async function listTaken(trx: Transaction, school: DemoSchool, lives: readonly Life[], now: number): Promise<Taken[]> {
  const over = school.moments.filter((moment) => moment.schoolyear_active && endOf(moment) < now)
  const moments = new Map(over.map((moment) => [moment.id, moment]))
  const histories = new Map(lives.map(({ id, history }) => [id, history]))
  const rows = await trx
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id'])
    .where('testmoment_id', 'in', [...moments.keys()])
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, user_id, testmoment_id, module_id }) => {
    const moment = requireNamed(moments, testmoment_id)
    const { completed, enrollments } = requireNamed(histories, user_id)
    const last = enrollments.findLast((test) => test.module_id === module_id && moments.has(test.moment.id))
    const passed = completed.has(module_id) && last?.moment.id === testmoment_id
    return { enrollment_id: id, user_id, module_id, moment, passed }
  })
}

interface Attendees {
  taken: readonly Taken[]
  there: ReadonlySet<Taken>
  random: SeededRandom
  teacherId: number
}

async function insertPresence(trx: Transaction, { taken, there, random, teacherId }: Attendees): Promise<void> {
  const rows = taken.map((test) => {
    const isLate = random.chance(0.06)
    const minutes = isLate ? random.between(2, 20) : random.between(-15, 1)
    const at = new Date(startOfDay(test.moment.date) + 10 * HOUR_MS + minutes * 60_000).toISOString()
    const status = there.has(test) ? (isLate ? ('late' as const) : ('present' as const)) : ('absent' as const)
    return { enrollment_id: test.enrollment_id, user_id: test.user_id, status, at }
  })
  for (const some of inChunks(rows)) {
    await trx
      .insertInto('presence')
      .values([...some])
      .execute()
    await trx
      .insertInto('presence_tick')
      .values(
        some.map((row) => ({
          ...row,
          key: `demo-${row.enrollment_id}`,
          received_at: row.at,
          actor_id: teacherId,
        })),
      )
      .execute()
  }
}

/** A passed result completes its module, and the student can't undo that. */
async function insertResults(
  trx: Transaction,
  school: DemoSchool,
  there: readonly Taken[],
  { now, teacherId }: TestDays,
): Promise<void> {
  const random = new SeededRandom(now + 1)
  const graded = new Set(GRADED.map((name) => requireNamed(school.modules, name).id))
  const tests = there.map((test) => {
    const drafts = DRAFTS[test.moment.key] ?? []
    const isDraft = drafts.some((name) => requireNamed(school.modules, name).id === test.module_id)
    const grade = Math.round(test.passed ? random.between(55, 95) : random.between(22, 54))
    return {
      ...test,
      isDraft,
      outcome: test.passed ? ('passed' as const) : ('failed' as const),
      grade: graded.has(test.module_id) ? grade : null,
      at: new Date(isDraft ? now - DAY_MS : Math.min(endOf(test.moment) + 4 * DAY_MS, now - DAY_MS)).toISOString(),
    }
  })
  const published = tests.filter(({ isDraft }) => !isDraft)
  for (const some of inChunks(tests))
    await trx
      .insertInto('result')
      .values(
        some.map(({ enrollment_id, user_id, outcome, grade, at, isDraft }) => ({
          ...{ enrollment_id, user_id, outcome, grade, editor_id: teacherId, edited_at: at },
          published_outcome: isDraft ? null : outcome,
          published_grade: isDraft ? null : grade,
          published_at: isDraft ? null : at,
        })),
      )
      .execute()
  for (const some of inChunks(published))
    await trx
      .insertInto('result_publication')
      .values(
        some.map(({ enrollment_id, user_id, outcome, grade, at }) => ({
          ...{ enrollment_id, user_id, outcome, grade, at },
          ended_testmoment_ids: '[]',
          publisher_id: teacherId,
        })),
      )
      .execute()
  for (const { user_id, module_id, passed } of published)
    if (passed)
      await trx
        .updateTable('completed_module')
        .set({ by_result: true })
        .where('user_id', '=', user_id)
        .where('module_id', '=', module_id)
        .execute()
}
