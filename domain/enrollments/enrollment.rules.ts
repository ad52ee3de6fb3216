import { isCurrent, isOpen, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/** In the order in which they are given when several hold. */
export type EnrollmentRefusal =
  | 'schoolyear-inactive'
  | 'testmoment-past'
  | 'enrollments-closed'
  | 'module-unavailable'
  | 'module-completed'
  | 'existing-enrollment'
  | 'no-slots-left'

export type UnenrollmentRefusal = Extract<EnrollmentRefusal, 'testmoment-past' | 'enrollments-closed'>

export type Verdict<Refusal = EnrollmentRefusal> = { allowed: true } | { allowed: false; refusal: Refusal }

/** Who asks: an administrator may also enroll a student while enrollment is closed, and is bound by every other rule. */
export type EnrollingParty = 'student' | 'administrator'

/** How the student stands with the module. */
export interface ModuleFacts {
  id: number
  active: boolean
  in_department: boolean
  is_completed: boolean
}

/** One enrollment the student already has, with what is needed of its moment. */
export interface EnrollmentFacts {
  testmoment_id: number
  module_id: number
  moment: Pick<MomentFacts, 'date' | 'duration' | 'schoolyear_active'>
}

export interface EnrollmentQuestion {
  moment: MomentFacts
  module: ModuleFacts
  /** all enrollments of this student that may matter: those in the active school year at least */
  enrollments: readonly EnrollmentFacts[]
  by: EnrollingParty
  /** server time, in milliseconds since the epoch */
  now: number
}

const allowed = { allowed: true } as const
const refuse = <Refusal>(refusal: Refusal) => ({ allowed: false, refusal }) as const

/**
 * The one rule that enables the button and that the server enforces. The first refusal that holds is given, in the
 * order of `EnrollmentRefusal`. It judges a new enrollment: where the student is enrolled in this module at this moment
 * already, that one is the answer and nothing is asked.
 */
export function mayEnroll({ moment, module, enrollments, by, now }: EnrollmentQuestion): Verdict {
  if (!moment.schoolyear_active) return refuse('schoolyear-inactive')
  if (!isCurrent(moment, now)) return refuse('testmoment-past')
  if (by === 'student' && !isOpen(moment, now)) return refuse('enrollments-closed')
  if (!isOffered(moment, module)) return refuse('module-unavailable')
  if (module.is_completed) return refuse('module-completed')
  if (existingEnrollment(enrollments, module.id, now)) return refuse('existing-enrollment')
  if (slotsLeft(moment, enrollments) === 0) return refuse('no-slots-left')
  return allowed
}

/** Leaving needs an open, current moment: a past one is history. A full one can always be left. */
export function mayUnenroll(
  moment: Pick<MomentFacts, 'date' | 'duration' | 'enrollments_enabled' | 'enrollments_close_at'>,
  by: EnrollingParty,
  now: number,
): Verdict<UnenrollmentRefusal> {
  if (!isCurrent(moment, now)) return refuse('testmoment-past')
  if (by === 'student' && !isOpen(moment, now)) return refuse('enrollments-closed')
  return allowed
}

/** How many more modules this student may take at the moment; Infinity without a limit. */
export function slotsLeft(
  moment: Pick<MomentFacts, 'id' | 'max_enrollments'>,
  enrollments: readonly Pick<EnrollmentFacts, 'testmoment_id'>[],
): number {
  if (moment.max_enrollments === 0) return Number.POSITIVE_INFINITY
  const taken = enrollments.filter((enrollment) => enrollment.testmoment_id === moment.id).length
  return Math.max(0, moment.max_enrollments - taken)
}

/** None listed means every module; the department and the module's own `active` decide in either case. */
export const isOffered = (moment: Pick<MomentFacts, 'module_ids'>, module: ModuleFacts): boolean =>
  module.active && module.in_department && (moment.module_ids.length === 0 || moment.module_ids.includes(module.id))

/** What stands in the way of taking the module at a moment: past ones, and those of another school year, are history. */
export const existingEnrollment = <Facts extends EnrollmentFacts>(
  enrollments: readonly Facts[],
  moduleId: number,
  now: number,
): Facts | undefined =>
  enrollments.find(
    ({ module_id, moment }) => module_id === moduleId && moment.schoolyear_active && isCurrent(moment, now),
  )

export interface MoveQuestion extends EnrollmentQuestion {
  /** where the student is enrolled in the module now; `enrollments` holds that one too */
  from: Parameters<typeof mayUnenroll>[0] & { id: number }
}

/** Which half of a move the refusal is about: the moment that is left, or the one that is wanted. */
export type MoveHalf = 'leaving' | 'enrolling'

type MoveVerdict = { allowed: true } | ({ allowed: false } & MoveObstacle)

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
