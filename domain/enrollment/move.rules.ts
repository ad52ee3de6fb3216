import type { MomentFacts } from '#domain/testmoment/testmoment.rules.ts'
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

export type MoveVerdict = { allowed: true } | ({ allowed: false } & MoveObstacle)

/** Why something cannot be moved. */
export interface MoveObstacle {
  half: MoveHalf
  refusal: EnrollmentRefusal
}

/** The other moment at which a student takes the module already; `obstacle` is null where they may move from there. */
export interface HeldElsewhere {
  testmoment: Pick<MomentFacts, 'date' | 'duration'>
  obstacle: MoveObstacle | null
}

/**
 * Leaving one moment for another, both or neither. Leaving is judged first: who can't get away has nothing to choose.
 * Enrolling is judged as if the old enrollment were gone, so that it neither blocks the new one nor takes its place.
 */
export function mayMove({ from, ...question }: MoveQuestion): MoveVerdict {
  const leaving = mayUnenroll(from, question.by, question.now)
  if (!leaving.allowed) return { ...leaving, half: 'leaving' }
  const others = question.enrollments.filter((enrollment) => !isIt(enrollment, from, question))
  const enrolling = mayEnroll({ ...question, enrollments: others })
  return enrolling.allowed ? enrolling : { ...enrolling, half: 'enrolling' }
}

/** What a student is told whom `existing-enrollment` keeps from this moment; `from` is where they take the module. */
export function heldElsewhere(question: EnrollmentQuestion, from: MoveQuestion['from']): HeldElsewhere {
  const verdict = mayMove({ ...question, from })
  return {
    testmoment: { date: from.date, duration: from.duration },
    obstacle: verdict.allowed ? null : { half: verdict.half, refusal: verdict.refusal },
  }
}

const isIt = (
  { testmoment_id, module_id }: EnrollmentFacts,
  from: MoveQuestion['from'],
  { module }: EnrollmentQuestion,
): boolean => testmoment_id === from.id && module_id === module.id
