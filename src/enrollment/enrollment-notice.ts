import { briefLabel } from '#domain/calendar/date-labels.ts'
import { tryAgainText } from '#domain/calendar/try-again.texts.ts'
import type { EnrollmentRefusal } from '#domain/enrollments/enrollment.rules.ts'
import {
  enrollmentOutcomeTexts,
  enrollmentRefusalTexts,
  heldElsewhereText,
  leavingRefusalTexts,
  moveOutcomeTexts,
  moveRefusalTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { waitingChangeTexts } from '#domain/enrollments/waiting.texts.ts'
import type { AttemptOutcome, EnrollmentEmitted, Failure, Wanted } from './attempt.ts'
import {
  enrollmentFailureTexts,
  failedTexts,
  listsOutdatedText,
  unknownOutcomeTexts,
} from './enrollment-notice.texts.ts'

export interface EnrollmentNotice {
  category: 'success' | 'error' | 'neutral'
  text: string
}

const success = (text: string): EnrollmentNotice => ({ category: 'success', text })
const error = (text: string): EnrollmentNotice => ({ category: 'error', text })

/** Notice for each outcome of an attempt; `now` is in ms since the epoch. */
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
    case 'waiting.made':
      return success(waitingChangeTexts.joined(...namesIn(emitted.attempt, now), emitted.place))
    case 'waiting.refused':
      return error(withHeld(waitingRefusalText(emitted.refusal), emitted, now))
    case 'leaving.made':
      return success(waitingChangeTexts.left(...namesIn(emitted.attempt, now)))
    case 'leaving.refused':
      return { category: 'neutral', text: waitingChangeTexts.entryNotFound }
    case 'waiting.failed':
    case 'leaving.failed':
    case 'enrollment.failed':
    case 'unenrollment.failed':
    case 'move.failed':
      return error(failureText(emitted))
    case 'outcome.unknown':
      return { category: 'neutral', text: unknownOutcomeTexts[emitted.attempt.wish] }
    case 'lists.outdated':
      return { category: 'neutral', text: listsOutdatedText }
  }
}

/** Which sentences are complete; the others follow the sentence of any failure. */
const saysItAll = {
  'schoolyear-inactive': false,
  'testmoment-past': false,
  'enrollments-closed': true,
  'module-unavailable': false,
  'module-completed': false,
  'existing-enrollment': true,
  'no-slots-left': false,
  'moment-full': true,
} satisfies Record<EnrollmentRefusal, boolean>

function enrollmentRefusalText(refusal: EnrollmentRefusal): string {
  const { toast } = enrollmentRefusalTexts[refusal]
  return saysItAll[refusal] ? toast : `${enrollmentOutcomeTexts.enrollFailed} ${toast}`
}

/** The specification's sentence, followed by the other moment and why the module cannot be moved from there. */
const withHeld = (text: string, { held, attempt }: Refused, now: number): string =>
  held ? `${text} ${heldElsewhereText(held, attempt.moduleName, now)}` : text

type Refused = Outcome<'enrollment.refused' | 'move.refused' | 'waiting.refused'>

type Outcome<Type> = Extract<AttemptOutcome, { type: Type }>

function moveRefusalText({ refusal, half }: Outcome<'move.refused'>): string {
  if (refusal === 'not-found') return enrollmentOutcomeTexts.enrollmentNotFound
  return half === 'leaving' ? leavingRefusalTexts[refusal] : enrollmentRefusalTexts[refusal].toast
}

const waitingRefusalText = (refusal: Outcome<'waiting.refused'>['refusal']): string =>
  refusal === 'not-found' ? waitingChangeTexts.joinFailed : moveRefusalTexts[refusal].toast

const namesIn = ({ moduleName, moment }: Wanted, now: number): [string, string] => [moduleName, briefLabel(moment, now)]

const namesOfMove = ({ attempt }: Outcome<'move.made'>, now: number): [string, string, string] => [
  attempt.moduleName,
  briefLabel(attempt.from, now),
  briefLabel(attempt.moment, now),
]

function failureText({ failure, retryAfter, attempt }: Extract<AttemptOutcome, { failure: Failure }>): string {
  if (failure !== 'failed') return enrollmentFailureTexts[failure][attempt.wish]
  return `${failedTexts[attempt.wish]} ${retryAfter == null ? 'Probeer het opnieuw.' : tryAgainText(retryAfter)}`
}
