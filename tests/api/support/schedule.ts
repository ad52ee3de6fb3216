import fc from 'fast-check'

/** A step; positions refer to the lists of `startRace`, so that a schedule means the same on every database. */
export interface EnrollStep {
  act: 'enroll'
  desk: number
  student: number
  moment: number
  module: number
}

export interface LeaveStep {
  act: 'leave'
  desk: number
  student: number
  /** position among the student's current enrollments */
  nth: number
}

export interface MoveStep {
  act: 'move'
  desk: number
  student: number
  /** position among the student's current enrollments */
  nth: number
  /** position of the destination moment */
  moment: number
}

export interface DoorStep {
  act: 'close' | 'open'
  moment: number
}

/** Waves that run one after another. The steps of a wave start at once, like the devices of a class at the bell. */
export type Schedule = (EnrollStep | LeaveStep | MoveStep | DoorStep)[][]

export const STUDENTS = 3
export const MOMENT_LIMITS = [1, 2, 0]
export const MODULES = 3
export const DESKS = 2

const upTo = (count: number) => fc.nat({ max: count - 1 })
const desk = upTo(DESKS)
const student = upTo(STUDENTS)
const moment = upTo(MOMENT_LIMITS.length)

const step: fc.Arbitrary<Schedule[number][number]> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ act: fc.constant('enroll' as const), desk, student, moment, module: upTo(MODULES) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('leave' as const), desk, student, nth: fc.nat({ max: 2 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('move' as const), desk, student, nth: fc.nat({ max: 2 }), moment }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('close' as const, 'open' as const), moment }) },
)

export const schedules: fc.Arbitrary<Schedule> = fc.array(fc.array(step, { minLength: 2, maxLength: 12 }), {
  minLength: 1,
  maxLength: 4,
})
