import {
  type EnrollmentFacts,
  type EnrollmentQuestion,
  type EnrollmentRefusal,
  mayEnroll,
  mayUnenroll,
} from './enrollment.rules.ts'

export interface MoveQuestion extends EnrollmentQuestion {
  /** where the student is enrolled in the module now; `enrollments` holds that one too */
  from: Parameters<typeof mayUnenroll>[0] & { id: number }
}

/** Which half of a move the refusal is about: the moment that is left, or the one that is wanted. */
export type MoveHalf = 'leaving' | 'enrolling'

export type MoveVerdict = { allowed: true } | { allowed: false; half: MoveHalf; refusal: EnrollmentRefusal }

/**
 * Leaving one moment for another, both or neither. Leaving is judged first: who can't get away has nothing to choose.
 * Enrolling is judged as if the old enrolment were gone, so that it neither blocks the new one nor takes its place.
 */
export function mayMove({ from, ...question }: MoveQuestion): MoveVerdict {
  const leaving = mayUnenroll(from, question.by, question.now)
  if (!leaving.allowed) return { ...leaving, half: 'leaving' }
  const others = question.enrollments.filter((enrollment) => !isIt(enrollment, from, question))
  const enrolling = mayEnroll({ ...question, enrollments: others })
  return enrolling.allowed ? enrolling : { ...enrolling, half: 'enrolling' }
}

const isIt = (
  { testmoment_id, module_id }: EnrollmentFacts,
  from: MoveQuestion['from'],
  { module }: EnrollmentQuestion,
): boolean => testmoment_id === from.id && module_id === module.id
