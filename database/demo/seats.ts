import type { Transaction } from '#database/tables.ts'
import { hasSeat } from '#domain/enrollments/enrollment.rules.ts'
import { mayTake } from '#domain/enrollments/waiting.rules.ts'
import type { SeededRandom } from './drawn-students.ts'
import { factsOf, type Life } from './histories.ts'
import { type DemoSchool, requireNamed, type SchoolMoment } from './insert-school.ts'

/** Free seats at some moments of this year after students chose: one is full, and one has too many students. */
const LEFT: Readonly<Record<string, number>> = { closed: -2, everything: 24, 'limited-week': 0, basics: 2 }

const LINE = 12
const HOUR_MS = 3_600_000

/** Gives some moments limited seats and has students wait at the full one, as of `now` (ms). */
export async function insertSeats(
  trx: Transaction,
  school: DemoSchool,
  lives: readonly Life[],
  { random, now }: { random: SeededRandom; now: number },
): Promise<void> {
  for (const moment of school.moments) {
    const left = LEFT[moment.key]
    if (!moment.schoolyear_active || left === undefined) continue
    const seats = Math.max(1, (await countStudents(trx, moment.id)) + left)
    await trx.updateTable('testmoment').set({ seats }).where('id', '=', moment.id).execute()
    if (left === 0) await insertLine(trx, lineAt(moment, { school, lives, random, now }), now)
  }
}

async function countStudents(trx: Transaction, testmomentId: number): Promise<number> {
  const { students } = await trx
    .selectFrom('enrollment')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('students'))
    .where('testmoment_id', '=', testmomentId)
    .executeTakeFirstOrThrow()
  return students
}

interface Place {
  user_id: number
  testmoment_id: number
  module_id: number
  moves: boolean
}

interface Drawing {
  school: DemoSchool
  lives: readonly Life[]
  random: SeededRandom
  now: number
}

/** Students for the waiting list. One from a fixed year is third, and some wait to be moved from another moment. */
function lineAt(moment: SchoolMoment, { school, lives, random, now }: Drawing): Place[] {
  const placeOf = ({ id, student, history }: Life): Place[] => {
    if (student.department === null) return []
    const department = requireNamed(school.departments, student.department)
    const enrollments = history.enrollments.map((held) => ({
      ...held,
      testmoment_id: held.moment.id,
      moment: { ...held.moment, has_record: false },
    }))
    if (hasSeat(enrollments, moment.id)) return []
    const moves = student.year !== undefined || id % 4 === 0
    const module = random
      .sample([...school.modules.values()], school.modules.size)
      .map((offered) => factsOf(offered, department.module_ids, history))
      .find((facts) => mayTake({ moment, module: facts, enrollments, moves, by: 'student', now }).allowed)
    return module ? [{ user_id: id, testmoment_id: moment.id, module_id: module.id, moves }] : []
  }
  const drawn = random.sample(
    lives.filter(({ student }) => !student.year),
    lives.length,
  )
  const [first, second, ...others] = drawn.flatMap(placeOf)
  const written = lives.filter(({ student }) => student.year).flatMap(placeOf)
  return [first, second, ...written, ...others].filter((place) => place !== undefined).slice(0, LINE)
}

const insertLine = (trx: Transaction, line: readonly Place[], now: number) =>
  trx
    .insertInto('waiting_entry')
    .values(
      line.map((place, index) => ({
        ...place,
        created_at: new Date(now - (2 * line.length - index) * HOUR_MS).toISOString(),
      })),
    )
    .execute()
