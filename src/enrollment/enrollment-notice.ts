import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { EnrollmentRefusal } from '#domain/enrollments/enrollment.rules.ts'
import {
  enrollmentOutcomeTexts,
  enrollmentRefusalTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { heldElsewhereText, leavingRefusalTexts, moveOutcomeTexts } from '#domain/enrollments/move.texts.ts'
import type { AttemptOutcome, EnrollmentEmitted, Wanted } from './enrollment.events.ts'
import { failureTexts, listsOutdatedText, unknownOutcomeTexts } from './failure.texts.ts'

export interface EnrollmentNotice {
  category: 'success' | 'error' | 'neutral'
  text: string
}

const success = (text: string): EnrollmentNotice => ({ category: 'success', text })
const error = (text: string): EnrollmentNotice => ({ category: 'error', text })

/** What a person is told of each thing that comes of an attempt, at `now` (ms). */
export function noticeOf(emitted: EnrollmentEmitted, now: number): EnrollmentNotice {
  switch (emitted.type) {
    case 'enrollment.made':
      return success(enrollmentOutcomeTexts.enrolled(...namesIn(emitted.attempt, now)))
    case 'unenrollment.made':
      return success(enrollmentOutcomeTexts.unenrolled(...namesIn(emitted.attempt, now)))
    case 'enrollment.refused':
      return error(withHeld(enrollmentRefusalText(emitted.refusal), emitted, now))
    case 'unenrollment.refused':
      return error(
        emitted.refusal === 'not-found'
          ? enrollmentOutcomeTexts.enrollmentNotFound
          : `${enrollmentOutcomeTexts.unenrollFailed} ${unenrollmentRefusalTexts[emitted.refusal].toast}`,
      )
    case 'move.made':
      return success(moveOutcomeTexts.moved(...namesOfMove(emitted, now)))
    case 'move.refused':
      return error(withHeld(moveRefusalText(emitted), emitted, now))
    case 'enrollment.failed':
    case 'unenrollment.failed':
    case 'move.failed':
      return error(failureTexts[emitted.failure][emitted.attempt.wish])
    case 'outcome.unknown':
      return error(unknownOutcomeTexts[emitted.attempt.wish])
    case 'lists.outdated':
      return { category: 'neutral', text: listsOutdatedText }
  }
}

/** Two refusals are told in sentences of their own; all others begin as every failure does. */
function enrollmentRefusalText(refusal: EnrollmentRefusal): string {
  const { toast } = enrollmentRefusalTexts[refusal]
  const isTold = refusal === 'enrollments-closed' || refusal === 'existing-enrollment'
  return isTold ? toast : `${enrollmentOutcomeTexts.enrollFailed} ${toast}`
}

/** The first sentence is the specification's; at which moment, and why not to move from there, follows it. */
const withHeld = (text: string, { held, attempt }: Refused, now: number): string =>
  held ? `${text} ${heldElsewhereText(held, attempt.moduleName, now)}` : text

type Refused = Outcome<'enrollment.refused' | 'move.refused'>

type Outcome<Type> = Extract<AttemptOutcome, { type: Type }>

function moveRefusalText({ refusal, half }: Outcome<'move.refused'>): string {
  if (refusal === 'not-found') return enrollmentOutcomeTexts.enrollmentNotFound
  const leaving: Partial<Record<string, string>> = half === 'leaving' ? leavingRefusalTexts : {}
  return leaving[refusal] ?? enrollmentRefusalTexts[refusal].toast
}

const namesIn = ({ moduleName, moment }: Wanted, now: number): [string, string] => [
  moduleName,
  momentLabel(moment, now),
]

const namesOfMove = ({ attempt }: Outcome<'move.made'>, now: number): [string, string, string] => [
  attempt.moduleName,
  momentLabel(attempt.from, now),
  momentLabel(attempt.moment, now),
]
