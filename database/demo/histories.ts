import type { Transaction } from '#database/tables.ts'
import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import { type EnrollmentFacts, isOffered, type ModuleFacts, mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import type { SeededRandom } from './drawn-students.ts'
import { type DemoSchool, requireNamed, type SchoolMoment } from './insert-school.ts'
import type { DemoStudent } from './people.ts'
import { DAY_MS } from './testmoments.ts'

interface StudentHistory {
  enrollments: { moment: SchoolMoment; module_id: number; at: number }[]
  /** time (ms) at which it was completed, by module id */
  completed: Map<number, number>
}

/** History of a student with a fixed year: enrolled ten days ahead, or ten days ago. */
export function writtenHistory(
  school: DemoSchool,
  { enrolled, completed }: NonNullable<DemoStudent['year']>,
  now: number,
): StudentHistory {
  const ofThisYear = school.moments.filter((moment) => moment.schoolyear_active)
  const moments = new Map(ofThisYear.map((moment) => [moment.key, moment]))
  return {
    enrollments: enrolled.map(([key, name]) => {
      const moment = requireNamed(moments, key)
      return { moment, module_id: requireNamed(school.modules, name).id, at: dateBefore(moment, now, 10) }
    }),
    completed: new Map(completed.map((name) => [requireNamed(school.modules, name).id, now - 7 * DAY_MS])),
  }
}

/**
 * Makes a random history, moment by moment; each choice follows the rules as of that time, so that the school shows nothing
 * that they forbid. Most tests that are taken are passed.
 */
export function drawnHistory(
  school: DemoSchool,
  { department, createdAtMs }: DemoStudent,
  random: SeededRandom,
  now: number,
): StudentHistory {
  const history: StudentHistory = { enrollments: [], completed: new Map() }
  if (department === null) return history
  const { module_ids } = requireNamed(school.departments, department)
  for (const moment of school.moments) {
    const at = dateBefore(moment, now, random.between(3, 20))
    if (!moment.hasBeenOpen || at < createdAtMs || random.chance(0.55)) continue
    const offered = [...school.modules.values()]
      .map((module) => factsOf(module, module_ids, history))
      .filter((module) => isOffered(moment, module))
    for (const module of random.sample(offered, random.chance(0.4) ? 2 : 1)) {
      const enrollments = history.enrollments.map(enrollmentFactsOf)
      const question = { moment: { ...moment, schoolyear_active: true }, module, enrollments, now: at }
      if (!mayEnroll({ ...question, by: 'administrator' }).allowed) continue
      history.enrollments.push({ moment, module_id: module.id, at })
      if (endOf(moment) < now && random.chance(0.6)) history.completed.set(module.id, endOf(moment))
    }
  }
  return history
}

const enrollmentFactsOf = ({ moment, module_id }: StudentHistory['enrollments'][number]): EnrollmentFacts => ({
  testmoment_id: moment.id,
  module_id,
  moment,
})

export const factsOf = (
  { id, active }: Pick<ModuleFacts, 'id' | 'active'>,
  departmentModules: ReadonlySet<number>,
  { completed }: StudentHistory,
): ModuleFacts => ({ id, active, in_department: departmentModules.has(id), is_completed: completed.has(id) })

const dateBefore = (moment: SchoolMoment, now: number, days: number): number =>
  Math.round(Math.min(startOfDay(moment.date), now) - days * DAY_MS)

/** One in this many enrollments was made by the teacher at the student's request. */
const ENROLLED_BY_TEACHER = 12

export interface Life {
  id: number
  student: DemoStudent
  history: StudentHistory
}

export async function insertHistories(
  trx: Transaction,
  school: DemoSchool,
  lives: readonly Life[],
  { now, teacherId }: { now: number; teacherId: number },
): Promise<void> {
  const chosen = lives.flatMap(({ id, student, history }) =>
    history.enrollments.map(({ moment, module_id, at }) => {
      const byTeacher = !student.year && id % ENROLLED_BY_TEACHER === 0
      return {
        user_id: id,
        testmoment_id: moment.id,
        module_id,
        created_at: new Date(at).toISOString(),
        maker: byTeacher ? ('administrator' as const) : ('student' as const),
        maker_id: byTeacher ? teacherId : null,
      }
    }),
  )
  const made = { created_at: new Date(now).toISOString(), maker: 'automatic' as const, maker_id: null }
  const added = automaticallyAdded(school, lives, now).map((enrollment) => ({ ...enrollment, ...made }))
  await trx
    .insertInto('enrollment')
    .values([...chosen, ...added])
    .execute()
  await trx
    .insertInto('completed_module')
    .values(
      lives.flatMap(({ id, history }) =>
        [...history.completed].map(([module_id, at]) => ({
          user_id: id,
          module_id,
          created_at: new Date(at).toISOString(),
        })),
      ),
    )
    .execute()
}

const automaticallyAdded = (school: DemoSchool, lives: readonly Life[], now: number) =>
  automaticEnrollments({
    moments: school.moments,
    active_module_ids: new Set([...school.modules.values()].filter(({ active }) => active).map(({ id }) => id)),
    students: lives.map(({ id, student, history }) => ({
      id,
      information_checked: student.department !== null,
      department: student.department && requireNamed(school.departments, student.department),
      completed_module_ids: new Set(history.completed.keys()),
      enrollments: history.enrollments.map(enrollmentFactsOf),
    })),
    free_seats: new Map(),
    now,
  }).made
