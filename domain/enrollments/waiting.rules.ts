import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { isCurrent, isOpen, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { type EnrollmentFacts, type EnrollmentQuestion, type LeavingFacts, mayEnroll } from './enrollment.rules.ts'
import { existingEnrollment, type MoveObstacle, mayMove } from './move.rules.ts'
import type { WaitingEntry, WaitingOutcomeKind } from './waiting.schema.ts'

/** Enrollment of a student elsewhere, with the facts that decide whether they can leave it. */
export interface HeldFacts extends EnrollmentFacts {
  moment: EnrollmentFacts['moment'] & LeavingFacts
}

export interface WaitingQuestion extends EnrollmentQuestion {
  /** whether a seat moves the student, as in `WaitingEntry` */
  moves: boolean
  enrollments: readonly HeldFacts[]
}

/** Where the student would come from: the other moment at which they take the module, if they asked to be moved. */
export function movedFrom<Facts extends HeldFacts>(
  question: Omit<WaitingQuestion, 'enrollments'> & { enrollments: readonly Facts[] },
): Facts | undefined {
  const held = question.moves ? existingEnrollment(question.enrollments, question.module.id, question.now) : undefined
  return held?.testmoment_id === question.moment.id ? undefined : held
}

/** `half` where it is about a move. */
type TakeVerdict =
  | { allowed: true }
  | ({ allowed: false } & Pick<MoveObstacle, 'refusal'> & Partial<Pick<MoveObstacle, 'half'>>)

/**
 * Verdict of the rule of enrolling, or of moving, for a student who waits or wants to: `moment-full` leads to the list.
 */
export function mayTake(question: WaitingQuestion): TakeVerdict {
  const from = movedFrom(question)
  return from ? mayMove({ ...question, from: { id: from.testmoment_id, ...from.moment } }) : mayEnroll(question)
}

/** From its first day on a moment's line stands still: who gets a seat then is up to a teacher, by hand. */
const isPromoting = ({ date }: Pick<MomentFacts, 'date'>, now: number): boolean => now < startOfDay(date)

/** Why a whole line stands still, the first that holds. */
export const standstills = ['testmoment-past', 'schoolyear-inactive', 'testmoment-begun', 'enrollments-closed'] as const
export type Standstill = (typeof standstills)[number]

/** Null while the next student gets a seat that comes free. */
export function standstillOf(
  moment: Omit<MomentFacts, 'id' | 'max_enrollments' | 'module_ids'>,
  now: number,
): Standstill | null {
  if (!isCurrent(moment, now)) return 'testmoment-past'
  if (!moment.schoolyear_active) return 'schoolyear-inactive'
  if (!isPromoting(moment, now)) return 'testmoment-begun'
  return isOpen(moment, now) ? null : 'enrollments-closed'
}

/** Whether who waits is given a seat that is free, now: as if they enrolled by themselves, and not on the test day. */
export const mayBePromoted = (question: Omit<WaitingQuestion, 'by' | 'free_seats'>): boolean =>
  isPromoting(question.moment, question.now) && mayTake({ ...question, by: 'student' }).allowed

/**
 * Why somebody waits no longer; null while they do, also while they could not take a seat now. `enrolled` is no outcome
 * to be notified: they take the module there.
 */
export function waitEnds({
  moment,
  module,
  enrollments,
  moves,
  now,
}: Pick<WaitingQuestion, 'moment' | 'module' | 'moves' | 'now'> & {
  enrollments: readonly EnrollmentFacts[]
}): WaitingOutcomeKind | 'enrolled' | null {
  if (enrollments.some(({ testmoment_id, module_id }) => testmoment_id === moment.id && module_id === module.id))
    return 'enrolled'
  if (!isCurrent(moment, now)) return 'testmoment-past'
  if (module.is_completed) return 'module-completed'
  const isListed = moment.module_ids.length === 0 || moment.module_ids.includes(module.id)
  if (!module.in_department || !isListed) return 'module-unavailable'
  return !moves && existingEnrollment(enrollments, module.id, now) ? 'enrolled-elsewhere' : null
}

/** The seats that newcomers find: what those in line can take (`claimed`, counted in students) is theirs. Infinity without a limit. */
export const freeSeats = ({ seats, taken, claimed }: { seats: number; taken: number; claimed: number }): number =>
  seats === 0 ? Number.POSITIVE_INFINITY : Math.max(0, seats - taken - claimed)

/** How many too many are enrolled, after a teacher lowered the seats or went above them. */
export const aboveSeats = ({ seats, taken }: { seats: number; taken: number }): number =>
  seats === 0 ? 0 : Math.max(0, taken - seats)

/** Which of a line wait for the same module elsewhere too does not matter: each line is its own. The first entry counts. */
export const placesInLine = (line: readonly Pick<WaitingEntry, 'id' | 'user_id'>[]): Map<number, number> => {
  const places = new Map<number, number>()
  for (const { user_id } of line) if (!places.has(user_id)) places.set(user_id, places.size + 1)
  return places
}
