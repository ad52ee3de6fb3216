import type { ExistingEnrollment } from '#contract/enrollments.calls.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { EnrollmentRefusal, UnenrollmentRefusal } from '#domain/enrollments/enrollment.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import {
  enrollmentRefusalTexts,
  leavingRefusalTexts,
  moveRefusalTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import type { HeldElsewhere, MoveRefusal } from '#domain/enrollments/move.rules.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { ApiError, isRefusedFor, NetworkError } from '#src/api/api-error.ts'

export interface Wanted {
  /** the moment's link `enroll`, the enrollment's link `delete` or `move`, the seats' link `wait`, or the entry's link `leave` */
  link: Link
  /** module and moment to enroll in, or to unenroll from */
  enrollment: EnrollmentCreate
  moduleName: string
  moment: WhenAndWhere
}

/** Move of the module from another moment, `from`. */
export interface WantedMove extends Wanted {
  from: WhenAndWhere
}

/** Place on the waiting list of a full moment; `move` is set if the student takes the module elsewhere until then. */
export interface WantedPlace extends Wanted {
  move: Pick<WantedMove, 'link' | 'from'> | null
}

export type MoveAttempt = WantedMove & { wish: 'moved' }
export type WaitAttempt = WantedPlace & { wish: 'waiting' }
/** `left`: no longer on the waiting list */
export type Attempt = (Wanted & { wish: 'enrolled' | 'unenrolled' | 'left' }) | MoveAttempt | WaitAttempt

export type EnrollmentEvent =
  | { type: 'enrollment.submitted'; attempt: Wanted }
  | { type: 'unenrollment.submitted'; attempt: Wanted }
  | { type: 'move.submitted'; attempt: WantedMove }
  | { type: 'waiting.submitted'; attempt: WantedPlace }
  | { type: 'waiting.ended'; attempt: Wanted }

/** The student's state for a module at a moment, from the server; `place` is theirs on the waiting list. */
export type Standing = { is: 'enrolled' } | { is: 'waiting'; place: number } | { is: 'neither' }

/** `unsent`: the request was not sent. `unanswered`: no answer came, and the server's list shows no change. */
export type Failure = 'failed' | 'unsent' | 'unanswered'

export interface Failed {
  failure: Failure
  /** seconds to wait before the next attempt, from the server, or null */
  retryAfter?: number | null
}

/** Outcome of an attempt. Nothing is shown as done before the server's answer. */
export type AttemptOutcome =
  | { type: 'enrollment.made'; attempt: Attempt }
  | { type: 'enrollment.refused'; attempt: Attempt; refusal: EnrollmentRefusal; held?: HeldElsewhere | undefined }
  | ({ type: 'enrollment.failed'; attempt: Attempt } & Failed)
  | { type: 'unenrollment.made'; attempt: Attempt }
  | { type: 'unenrollment.refused'; attempt: Attempt; refusal: UnenrollmentRefusal | 'not-found' }
  | ({ type: 'unenrollment.failed'; attempt: Attempt } & Failed)
  | { type: 'move.made'; attempt: MoveAttempt }
  | {
      type: 'move.refused'
      attempt: MoveAttempt
      half: 'leaving'
      refusal: UnenrollmentRefusal | 'not-found'
      held?: undefined
    }
  | {
      type: 'move.refused'
      attempt: MoveAttempt
      half: 'enrolling'
      refusal: EnrollmentRefusal
      held?: HeldElsewhere | undefined
    }
  | ({ type: 'move.failed'; attempt: MoveAttempt } & Failed)
  | { type: 'waiting.made'; attempt: WaitAttempt; place: number }
  | {
      type: 'waiting.refused'
      attempt: WaitAttempt
      refusal: MoveRefusal | 'not-found'
      held?: HeldElsewhere | undefined
    }
  | ({ type: 'waiting.failed'; attempt: WaitAttempt } & Failed)
  | { type: 'leaving.made'; attempt: Attempt }
  /** the student is no longer on the waiting list: they may have a seat */
  | { type: 'leaving.refused'; attempt: Attempt; refusal: 'not-found' }
  | ({ type: 'leaving.failed'; attempt: Attempt } & Failed)
  /** no answer came, and the server's list could not be fetched either */
  | { type: 'outcome.unknown'; attempt: Attempt }

export type EnrollmentEmitted = AttemptOutcome | { type: 'lists.outdated' }

export function enrollmentOutcome(attempt: Attempt, error: unknown): AttemptOutcome {
  const refusal = ruleBroken(error)
  return isOneOf(enrollmentRefusalTexts, refusal)
    ? { type: 'enrollment.refused', attempt, refusal, ...heldIn(error) }
    : { type: 'enrollment.failed', attempt, ...failureOf(error) }
}

export function unenrollmentOutcome(attempt: Attempt, error: unknown): AttemptOutcome {
  if (error instanceof ApiError && error.status === 404)
    return { type: 'unenrollment.refused', attempt, refusal: 'not-found' }
  const refusal = ruleBroken(error)
  return isOneOf(unenrollmentRefusalTexts, refusal)
    ? { type: 'unenrollment.refused', attempt, refusal }
    : { type: 'unenrollment.failed', attempt, ...failureOf(error) }
}

export function moveOutcome(attempt: MoveAttempt, error: unknown): AttemptOutcome {
  if (error instanceof ApiError && error.status === 404)
    return { type: 'move.refused', attempt, half: 'leaving', refusal: 'not-found' }
  const refusal = ruleBroken(error)
  if (isAboutLeaving(error) && isOneOf(leavingRefusalTexts, refusal))
    return { type: 'move.refused', attempt, half: 'leaving', refusal }
  return isOneOf(enrollmentRefusalTexts, refusal)
    ? { type: 'move.refused', attempt, half: 'enrolling', refusal, ...heldIn(error) }
    : { type: 'move.failed', attempt, ...failureOf(error) }
}

export function waitingOutcome(attempt: WaitAttempt, error: unknown): AttemptOutcome {
  if (error instanceof ApiError && error.status === 404)
    return { type: 'waiting.refused', attempt, refusal: 'not-found' }
  const refusal = ruleBroken(error)
  return isOneOf(moveRefusalTexts, refusal)
    ? { type: 'waiting.refused', attempt, refusal, ...heldIn(error) }
    : { type: 'waiting.failed', attempt, ...failureOf(error) }
}

export const leavingOutcome = (attempt: Attempt, error: unknown): AttemptOutcome =>
  error instanceof ApiError && error.status === 404
    ? { type: 'leaving.refused', attempt, refusal: 'not-found' }
    : { type: 'leaving.failed', attempt, ...failureOf(error) }

/** Outcome of joining the waiting list: a free seat was given at once, or there is a place on the list. */
export function joinedOutcome(attempt: WaitAttempt, standing: Standing): AttemptOutcome {
  if (standing.is === 'waiting') return { type: 'waiting.made', attempt, place: standing.place }
  if (standing.is === 'neither') return { type: 'waiting.failed', attempt, failure: 'unanswered' }
  const { move } = attempt
  return move
    ? { type: 'move.made', attempt: movedBy(attempt, move) }
    : { type: 'enrollment.made', attempt: { ...attempt, wish: 'enrolled' } }
}

export const movedBy = (attempt: WaitAttempt, move: NonNullable<WantedPlace['move']>): MoveAttempt => ({
  ...attempt,
  ...move,
  wish: 'moved',
})

/** Outcome derived from the server's list of the student's enrollments. */
export function verifiedOutcome(attempt: Attempt, standing: Standing): AttemptOutcome {
  const isEnrolled = standing.is === 'enrolled'
  if (attempt.wish === 'waiting') return joinedOutcome(attempt, standing)
  if (attempt.wish === 'left')
    return standing.is === 'waiting'
      ? { type: 'leaving.failed', attempt, failure: 'unanswered' }
      : isEnrolled
        ? { type: 'leaving.refused', attempt, refusal: 'not-found' }
        : { type: 'leaving.made', attempt }
  if (attempt.wish === 'moved')
    return isEnrolled ? { type: 'move.made', attempt } : { type: 'move.failed', attempt, failure: 'unanswered' }
  if (attempt.wish === 'enrolled')
    return isEnrolled
      ? { type: 'enrollment.made', attempt }
      : { type: 'enrollment.failed', attempt, failure: 'unanswered' }
  return isEnrolled
    ? { type: 'unenrollment.failed', attempt, failure: 'unanswered' }
    : { type: 'unenrollment.made', attempt }
}

/** Outcomes after which the dialog closes, since what it shows is outdated. */
export const closesDialog = (outcome: EnrollmentEmitted): boolean =>
  (outcome.type === 'enrollment.refused' && outcome.refusal === 'existing-enrollment') ||
  (outcome.type === 'unenrollment.refused' && outcome.refusal === 'not-found') ||
  (outcome.type === 'move.refused' && (outcome.refusal === 'existing-enrollment' || outcome.refusal === 'not-found'))

const failureOf = (error: unknown): Failed => {
  if (error instanceof NetworkError) return { failure: 'unsent' }
  return { failure: 'failed', retryAfter: error instanceof ApiError ? error.retryAfter : null }
}

const ruleBroken = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 422 ? error.reason : null

/** Returns where the student already takes the module, if the server refused for that reason. */
function heldIn(error: unknown): { held?: HeldElsewhere } {
  const elsewhere = isRefusedFor<ExistingEnrollment>(error, 'existing-enrollment') ? error.details?.held : undefined
  return elsewhere ? { held: elsewhere } : {}
}

const isAboutLeaving = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.details === 'object' &&
  error.details !== null &&
  'half' in error.details &&
  error.details.half === 'leaving'

/** Whether a code is one of these texts' keys: each code has its texts, so the texts list all codes. */
const isOneOf = <Texts extends object>(texts: Texts, code: string | null): code is keyof Texts & string =>
  code !== null && Object.hasOwn(texts, code)
