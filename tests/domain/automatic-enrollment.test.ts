import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AutomaticMoment,
  type AutomaticSituation,
  type AutomaticStudent,
  automaticEnrollments,
  unaskedSeats,
} from '#domain/enrollments/automatic.rules.ts'
import { type EnrollmentFacts, mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { NOW } from './support/enrollment.arbitrary.ts'
import { plainOutcome } from './support/plain-automatic-enrollments.ts'
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
  free_seats: new Map(),
  now: NOW,
}
const at = (moment: AutomaticMoment, module_id: number): EnrollmentFacts => ({
  testmoment_id: moment.id,
  module_id,
  moment,
})

/** Enrollments that are made, as [moment, module]. */
const made = (changes: Partial<AutomaticSituation>) =>
  automaticEnrollments({ ...school, ...changes }).made.map(({ testmoment_id, module_id }) => [testmoment_id, module_id])
const madeFor = (changes: Partial<AutomaticStudent>) => made({ students: [{ ...student, ...changes }] })

const inWords = ({ user_id, testmoment_id, module_id }: EnrollmentCreate) =>
  `student ${user_id}, moment ${testmoment_id}, module ${module_id}`

/** A student takes one seat at a moment, however many modules, and none where they had one. */
function seatsLeft({ free_seats, students }: AutomaticSituation, enrollments: EnrollmentCreate[]) {
  const had = new Set(
    students.flatMap(({ id, enrollments }) => enrollments.map((held) => `${held.testmoment_id} ${id}`)),
  )
  const asked = enrollments.map(({ testmoment_id, user_id }) => `${testmoment_id} ${user_id}`)
  const seats = new Set(asked.filter((seat) => !had.has(seat)))
  return new Map(
    [...free_seats].map(([id, free]) => [id, free - [...seats].filter((seat) => seat.startsWith(`${id} `)).length]),
  )
}

/** The school once the enrollments are stored. */
const withStored = (situation: AutomaticSituation, enrollments: EnrollmentCreate[]): AutomaticSituation => ({
  ...situation,
  free_seats: seatsLeft(situation, enrollments),
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
    expect(automaticEnrollments({ ...school, moments: [limited], students }).made.map(inWords)).toEqual([
      'student 8, moment 1, module 2',
      'student 9, moment 1, module 1',
    ])
  })
})

describe('where there are seats', () => {
  const students = [9, 8, 7].map((id) => ({ ...student, id }))
  const seats = (...free: [number, number][]) => ({ ...school, students, free_seats: new Map(free) })
  const outcomeOf = (situation: AutomaticSituation) => {
    const { made, without_seat } = automaticEnrollments(situation)
    return { made: made.map(inWords), without_seat: without_seat.map(inWords) }
  }

  test('they go to the oldest accounts, one each however many modules; the others are named', () => {
    expect(outcomeOf(seats([1, 1]))).toEqual({
      made: ['student 7, moment 1, module 1', 'student 7, moment 1, module 2'],
      without_seat: [8, 9].flatMap((id) => [1, 2].map((module) => `student ${id}, moment 1, module ${module}`)),
    })
  })

  test('a student who finds none takes the next moment, and is not without a seat then', () => {
    const next = moment(2, '2027-01-12', { auto_enroll_module_ids: [1] })
    const { made, without_seat } = outcomeOf({ ...seats([1, 2], [2, 1]), moments: [november, next] })
    expect(made).toContain('student 9, moment 2, module 1')
    expect(without_seat).toEqual(['student 9, moment 1, module 2'])
  })

  test('a student who has a seat there needs no other for what is added', () => {
    const [seated] = [{ ...student, enrollments: [at(november, 3)] }]
    expect(outcomeOf({ ...seats([1, 0]), students: [seated] }).made).toHaveLength(2)
  })

  test('none is taken while anybody waits', () => {
    expect(unaskedSeats({ seats: 5, taken: 2, hasLine: false })).toBe(3)
    expect(unaskedSeats({ seats: 5, taken: 2, hasLine: true })).toBe(0)
    expect(unaskedSeats({ seats: 5, taken: 7, hasLine: false })).toBe(0)
  })
})

describe('in any school', () => {
  const holds = (fact: (school: AutomaticSituation) => void) =>
    fc.assert(fc.property(schools, fact), { numRuns: 1_000 })

  test('it is as the plain words of the rule say', () => {
    holds((school) => {
      const { made, without_seat } = automaticEnrollments(school)
      const plain = plainOutcome(school)
      expect([made.map(inWords), without_seat.map(inWords).sort()]).toEqual([plain.made, plain.without_seat.sort()])
    })
  })

  test('an administrator could have made each by hand, in the same order', () => {
    holds((school) => {
      const { made } = automaticEnrollments(school)
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
        const free_seats = before.free_seats.get(testmoment_id)
        const verdict = mayEnroll({ moment, module, enrollments, by: 'administrator', free_seats, now: NOW })
        expect(verdict).toEqual({ allowed: true })
      }
    })
  })

  test('asked again with the result stored, nothing is left to do', () => {
    holds((school) => {
      const outcome = automaticEnrollments(school)
      const again = automaticEnrollments(withStored(school, outcome.made))
      expect(again).toEqual({ ...outcome, made: [] })
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

  test('students get the same one after another, by age of account, as all at once', () => {
    holds((school) => {
      let { free_seats } = school
      const alone = school.students
        .toSorted((one, other) => one.id - other.id)
        .flatMap((student) => {
          const outcome = automaticEnrollments({ ...school, free_seats, students: [student] })
          free_seats = outcome.free_seats
          return outcome.made
        })
      expect(alone).toEqual(automaticEnrollments(school).made)
    })
  })
})

test('ten thousand students are enrolled in one go', () => {
  const students = Array.from({ length: 10_000 }, (_, index) => ({ ...student, id: index + 1 }))
  const moments = Array.from({ length: 12 }, (_, index) => moment(index + 1, `2027-0${1 + (index % 9)}-15`))
  const { made } = automaticEnrollments({ ...school, students, moments })
  const { made: ofOne } = automaticEnrollments({ ...school, students: [student], moments })
  expect(ofOne).toHaveLength(2)
  // Seats are free, so each gets what one alone would get.
  expect(made).toEqual(students.flatMap(({ id }) => ofOne.map((one) => ({ ...one, user_id: id }))))
})
