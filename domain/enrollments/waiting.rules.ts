import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import {
  type EnrollmentFacts,
  type EnrollmentQuestion,
  type LeavingFacts,
  mayEnroll,
  refusalByTime,
} from './enrollment.rules.ts'
import { existingEnrollment, type MoveObstacle, mayMove } from './move.rules.ts'
import type { WaitingEntry, WaitingOutcomeKind } from './waiting.schema.ts'

/** Enrollment of a student elsewhere, with the facts that decide whether they can leave it. */
export interface HeldFacts extends EnrollmentFacts {
  moment: EnrollmentFacts['moment'] & LeavingFacts
}

export interface WaitingQuestion extends EnrollmentQuestion {
  /** whether the student is moved when a seat comes free, as in `WaitingEntry` */
  moves: boolean
  enrollments: readonly HeldFacts[]
}

/** Enrollment to move the student from: the other moment where they take the module, if they asked to be moved. */
export function movedFrom<Facts extends HeldFacts>(
  question: Omit<WaitingQuestion, 'enrollments'> & { enrollments: readonly Facts[] },
): Facts | undefined {
  const existing = question.moves
    ? existingEnrollment(question.enrollments, question.module.id, question.now)
    : undefined
  return existing?.testmoment_id === question.moment.id ? undefined : existing
}

type TakeVerdict =
  | { allowed: true }
  | ({ allowed: false } & Pick<MoveObstacle, 'refusal'> & Partial<Pick<MoveObstacle, 'half'>>)

/** Verdict of `mayMove` or `mayEnroll` for a student who waits, or wants to: `moment-full` leads to the waiting list. */
export function mayTake(question: WaitingQuestion): TakeVerdict {
  const from = movedFrom(question)
  return from ? mayMove({ ...question, from: { id: from.testmoment_id, ...from.moment } }) : mayEnroll(question)
}

/** Whether free seats go to the line automatically. From the moment's first day a teacher gives them out by hand. */
const isPromoting = ({ date }: Pick<MomentFacts, 'date'>, now: number): boolean => now < startOfDay(date)

export const standstills = ['testmoment-past', 'schoolyear-inactive', 'testmoment-begun', 'enrollments-closed'] as const
export type Standstill = (typeof standstills)[number]

/** Reason why the line does not move; null while the next student gets a seat that comes free. */
export function standstillOf(
  moment: Omit<MomentFacts, 'id' | 'max_enrollments' | 'module_ids'>,
  now: number,
): Standstill | null {
  if (!isCurrent(moment, now)) return 'testmoment-past'
  if (!moment.schoolyear_active) return 'schoolyear-inactive'
  if (!isPromoting(moment, now)) return 'testmoment-begun'
  return refusalByTime(moment, now)
}

/** Whether a waiting student gets a free seat now: judged as if they enrolled by themselves, and never on the test day. */
export const mayBePromoted = (question: Omit<WaitingQuestion, 'by' | 'free_seats'>): boolean =>
  isPromoting(question.moment, question.now) && mayTake({ ...question, by: 'student' }).allowed

/**
 * Reason why a student no longer waits; null while they do, even if they could not take a seat now. `enrolled` means that
 * they take the module at this moment; nobody is notified of it.
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

/** Seats for newcomers; Infinity without a limit. Seats that the line can take (`claimed`, in students) are reserved. */
export const freeSeats = ({ seats, taken, claimed }: { seats: number; taken: number; claimed: number }): number =>
  seats === 0 ? Number.POSITIVE_INFINITY : Math.max(0, seats - taken - claimed)

export const aboveSeats = ({ seats, taken }: { seats: number; taken: number }): number =>
  seats === 0 ? 0 : Math.max(0, taken - seats)

/** Place in line by user id, from 1. A student's first entry counts; their waits at other moments do not matter. */
export const placesInLine = (line: readonly Pick<WaitingEntry, 'id' | 'user_id'>[]): Map<number, number> => {
  const places = new Map<number, number>()
  for (const { user_id } of line) if (!places.has(user_id)) places.set(user_id, places.size + 1)
  return places
}
