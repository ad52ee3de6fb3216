import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { type EnrollmentFacts, isOffered, type ModuleFacts, mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import { type DemoSchool, known, type SchoolMoment } from './demo-school.ts'
import { DAY, type DemoStudent } from './demo-student.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface StudentHistory {
  enrollments: { moment: SchoolMoment; module_id: number; at: number }[]
  /** module id → when it was ticked (ms) */
  completed: Map<number, number>
}

/** As it was written down: enrolled ten days ahead, or ten days ago. */
export function writtenHistory(
  school: DemoSchool,
  { enrolled, completed }: NonNullable<DemoStudent['year']>,
  now: number,
): StudentHistory {
  const ofThisYear = school.moments.filter((moment) => moment.schoolyear_active)
  const moments = new Map(ofThisYear.map((moment) => [moment.key, moment]))
  return {
    enrollments: enrolled.map(([key, name]) => {
      const moment = known(moments, key)
      return { moment, module_id: known(school.modules, name).id, at: dateBefore(moment, now, 10) }
    }),
    completed: new Map(completed.map((name) => [known(school.modules, name).id, now - 7 * DAY])),
  }
}

/**
 * Follows a student from moment to moment, each choice judged by the rule as it was at that time, so that the school
 * shows nothing that the rules would not have allowed. A test that was taken is mostly passed.
 */
export function drawnHistory(
  school: DemoSchool,
  { department, entered }: DemoStudent,
  random: SeededRandom,
  now: number,
): StudentHistory {
  const history: StudentHistory = { enrollments: [], completed: new Map() }
  if (department === null) return history
  const { module_ids } = known(school.departments, department)
  for (const moment of school.moments) {
    const at = dateBefore(moment, now, random.between(3, 20))
    if (!moment.hasBeenOpen || at < entered || random.chance(0.55)) continue
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

export const enrollmentFactsOf = ({ moment, module_id }: StudentHistory['enrollments'][number]): EnrollmentFacts => ({
  testmoment_id: moment.id,
  module_id,
  moment,
})

const factsOf = (
  { id, active }: Pick<ModuleFacts, 'id' | 'active'>,
  departmentModules: ReadonlySet<number>,
  { completed }: StudentHistory,
): ModuleFacts => ({ id, active, in_department: departmentModules.has(id), is_completed: completed.has(id) })

const dateBefore = (moment: SchoolMoment, now: number, days: number): number =>
  Math.round(Math.min(startOfDay(moment.date), now) - days * DAY)
