import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import {
  type EnrollmentFacts,
  type EnrollmentQuestion,
  type EnrollmentRefusal,
  enrollmentRefusals,
  type LeavingFacts,
  mayEnroll,
  mayUnenroll,
  taken,
  type UnenrollmentRefusal,
  unenrollmentRefusals,
} from './enrollment.rules.ts'

/** Enrollment that prevents taking the module at a moment. Past ones, and those of another school year, are history. */
export const existingEnrollment = <Facts extends EnrollmentFacts>(
  enrollments: readonly Facts[],
  moduleId: number,
  now: number,
): Facts | undefined => taken(enrollments, moduleId, (moment) => isCurrent(moment, now))

export interface MoveQuestion extends EnrollmentQuestion {
  /** moment where the student is enrolled in the module now; `enrollments` includes it */
  from: LeavingFacts & { id: number }
}

export type MoveHalf = 'leaving' | 'enrolling'

type MoveVerdict = { allowed: true } | ({ allowed: false } & MoveObstacle)

export interface MoveObstacle {
  half: MoveHalf
  refusal: MoveRefusal
}

export type MoveRefusal = EnrollmentRefusal | UnenrollmentRefusal

export const moveRefusals: readonly MoveRefusal[] = /* @__PURE__ */ [
  ...new Set<MoveRefusal>([...enrollmentRefusals, ...unenrollmentRefusals]),
]

/** The other moment at which a student takes the module already; `obstacle` is null where they may move from there. */
export interface HeldElsewhere {
  testmoment: WhenAndWhere
  obstacle: MoveObstacle | null
}

/**
 * Judges a move from one moment to another, which happens completely or not at all. Leaving is judged first: a student who
 * can't leave has nothing to choose. Enrolling is judged without the old enrollment, which would block it or use its seat.
 */
export function mayMove({ from, ...question }: MoveQuestion): MoveVerdict {
  const leaving = mayUnenroll(from, question.by, question.now)
  if (!leaving.allowed) return { ...leaving, half: 'leaving' }
  const others = question.enrollments.filter((enrollment) => !isIt(enrollment, from, question))
  const enrolling = mayEnroll({ ...question, enrollments: others })
  return enrolling.allowed ? enrolling : { ...enrolling, half: 'enrolling' }
}

/** Facts to show with the refusal `existing-enrollment`. `from` is the moment where they take the module. */
export function heldElsewhere(question: EnrollmentQuestion, from: MoveQuestion['from'] & WhenAndWhere): HeldElsewhere {
  const verdict = mayMove({ ...question, from })
  const { date, duration, location, starts_at, ends_at } = from
  return {
    testmoment: { date, duration, location, starts_at, ends_at },
    obstacle: verdict.allowed ? null : { half: verdict.half, refusal: verdict.refusal },
  }
}

const isIt = (
  { testmoment_id, module_id }: EnrollmentFacts,
  from: MoveQuestion['from'],
  { module }: EnrollmentQuestion,
): boolean => testmoment_id === from.id && module_id === module.id
