import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AutomaticMoment,
  type AutomaticSituation,
  type AutomaticStudent,
  automaticEnrollments,
} from '#domain/enrollments/automatic.rules.ts'
import { type EnrollmentFacts, mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { NOW } from './support/enrollment.arbitrary.ts'
import { plainAutomaticEnrollments } from './support/plain-automatic-enrollments.ts'
import { schools } from './support/school.arbitrary.ts'

const moment = (id: number, date: string, facts: Partial<AutomaticMoment> = {}): AutomaticMoment => ({
  id,
  date,
  duration: 'day',
  starts_at: null,
  enrollments_enabled: false,
  enrollments_close_at: null,
  max_enrollments: 0,
  schoolyear_active: true,
  module_ids: [1, 2, 3],
  auto_enroll_module_ids: [1, 2],
  ...facts,
})
const november = moment(1, '2026-11-24')
const student: AutomaticStudent = {
  id: 7,
  information_checked: true,
  department: { auto_enroll: true, module_ids: new Set([1, 2, 3]) },
  completed_module_ids: new Set(),
  enrollments: [],
}
const school: AutomaticSituation = {
  moments: [november],
  active_module_ids: new Set([1, 2, 3]),
  students: [student],
  now: NOW,
}
const at = (moment: AutomaticMoment, module_id: number): EnrollmentFacts => ({
  testmoment_id: moment.id,
  module_id,
  moment,
})

/** What is made, as [moment, module]. */
const made = (changes: Partial<AutomaticSituation>) =>
  automaticEnrollments({ ...school, ...changes }).map(({ testmoment_id, module_id }) => [testmoment_id, module_id])
const madeFor = (changes: Partial<AutomaticStudent>) => made({ students: [{ ...student, ...changes }] })

const inWords = ({ user_id, testmoment_id, module_id }: EnrollmentCreate) =>
  `student ${user_id}, moment ${testmoment_id}, module ${module_id}`

/** The school once the enrollments are stored. */
const withStored = (situation: AutomaticSituation, enrollments: EnrollmentCreate[]): AutomaticSituation => ({
  ...situation,
  students: situation.students.map((student) => ({
    ...student,
    enrollments: [
      ...student.enrollments,
      ...enrollments
        .filter(({ user_id }) => user_id === student.id)
        .flatMap(({ testmoment_id, module_id }) =>
          situation.moments.filter(({ id }) => id === testmoment_id).map((moment) => at(moment, module_id)),
        ),
    ],
  })),
})

describe('a student is enrolled automatically', () => {
  test('in the modules whose toggle is on, while enrollment is closed', () => {
    expect(made({})).toEqual([
      [1, 1],
      [1, 2],
    ])
  })

  test.each<[string, Partial<AutomaticSituation>]>([
    ['the moment is over', { moments: [moment(1, '2026-10-24')] }],
    ['the school year is not active', { moments: [{ ...november, schoolyear_active: false }] }],
    ['no toggle is on', { moments: [{ ...november, auto_enroll_module_ids: [] }] }],
    ['the modules are not active', { active_module_ids: new Set([3]) }],
  ])('not when %s', (_, changes) => expect(made(changes)).toEqual([]))

  test.each<[string, Partial<AutomaticStudent>]>([
    ['they were not onboarded', { information_checked: false }],
    ['they have no department', { department: null }],
    ['the toggle of their department is off', { department: { auto_enroll: false, module_ids: new Set([1, 2]) } }],
    ['their department does not hold the modules', { department: { auto_enroll: true, module_ids: new Set([3]) } }],
    ['they completed the modules', { completed_module_ids: new Set([1, 2]) }],
    ['they are enrolled there already', { enrollments: [at(november, 1), at(november, 2)] }],
    ['they are enrolled elsewhere', { enrollments: [at(moment(2, '2027-01-12'), 1), at(moment(3, '2027-01-13'), 2)] }],
  ])('not when %s', (_, changes) => expect(madeFor(changes)).toEqual([]))

  test('although they took the module before, at a moment that is over', () => {
    expect(madeFor({ enrollments: [at(moment(2, '2026-10-01'), 1)] })).toContainEqual([1, 1])
  })

  test('at the earliest moment, and at a later one for what found no place there', () => {
    const january = moment(2, '2027-01-12')
    const october = moment(3, '2026-10-30', { max_enrollments: 1 })
    expect(made({ moments: [january, october] })).toEqual([
      [3, 1],
      [2, 2],
    ])
  })

  test('within the slots that their own choices left', () => {
    const limited = { ...november, max_enrollments: 2 }
    expect(made({ moments: [limited], students: [{ ...student, enrollments: [at(limited, 3)] }] })).toEqual([[1, 1]])
  })

  test('each by their own department and limit', () => {
    const students = [
      { ...student, id: 8, department: { auto_enroll: true, module_ids: new Set([2]) } },
      { ...student, id: 9, enrollments: [at(november, 3)] },
    ]
    const limited = { ...november, max_enrollments: 2 }
    expect(automaticEnrollments({ ...school, moments: [limited], students }).map(inWords)).toEqual([
      'student 8, moment 1, module 2',
      'student 9, moment 1, module 1',
    ])
  })
})

describe('in any school', () => {
  const holds = (fact: (school: AutomaticSituation) => void) =>
    fc.assert(fc.property(schools, fact), { numRuns: 1_000 })

  test('it is as the plain words of the rule say', () => {
    holds((school) => {
      expect(automaticEnrollments(school).map(inWords)).toEqual(plainAutomaticEnrollments(school))
    })
  })

  test('an administrator could have made each by hand, in the same order', () => {
    holds((school) => {
      const made = automaticEnrollments(school)
      for (const [index, { user_id, testmoment_id, module_id }] of made.entries()) {
        const before = withStored(school, made.slice(0, index))
        const moment = before.moments.find(({ id }) => id === testmoment_id)
        const student = before.students.find(({ id }) => id === user_id)
        if (!moment || !student) throw new Error('enrolled someone, or somewhere, that is not in this school')
        const module = {
          id: module_id,
          active: before.active_module_ids.has(module_id),
          in_department: student.department?.module_ids.has(module_id) ?? false,
          is_completed: student.completed_module_ids.has(module_id),
        }
        const { enrollments } = student
        expect(mayEnroll({ moment, module, enrollments, by: 'administrator', now: NOW })).toEqual({ allowed: true })
      }
    })
  })

  test('asked again with the result stored, nothing is left to do', () => {
    holds((school) => {
      expect(automaticEnrollments(withStored(school, automaticEnrollments(school)))).toEqual([])
    })
  })

  test('whether enrollment is open or closed changes nothing', () => {
    holds((school) => {
      const moments = school.moments.map((moment) => ({
        ...moment,
        enrollments_enabled: !moment.enrollments_enabled,
        enrollments_close_at: null,
      }))
      expect(automaticEnrollments({ ...school, moments })).toEqual(automaticEnrollments(school))
    })
  })

  test('the order in which a database gives its rows changes nothing', () => {
    holds((school) => {
      const moments = school.moments
        .map((moment) => ({ ...moment, auto_enroll_module_ids: moment.auto_enroll_module_ids.toReversed() }))
        .reverse()
      expect(automaticEnrollments({ ...school, moments })).toEqual(automaticEnrollments(school))
    })
  })

  test('a student gets the same alone as among all', () => {
    holds((school) => {
      const alone = school.students.flatMap((student) => automaticEnrollments({ ...school, students: [student] }))
      expect(alone).toEqual(automaticEnrollments(school))
    })
  })
})

test('ten thousand students are enrolled in one go', () => {
  const students = Array.from({ length: 10_000 }, (_, index) => ({ ...student, id: index + 1 }))
  const moments = Array.from({ length: 12 }, (_, index) => moment(index + 1, `2027-0${1 + (index % 9)}-15`))
  expect(automaticEnrollments({ ...school, students, moments })).toHaveLength(20_000)
})
