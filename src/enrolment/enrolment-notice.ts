import { momentLabel } from '#domain/calendar/date-labels.ts'
import {
  enrollmentOutcomeTexts,
  enrollmentRefusalTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollment/enrollment.texts.ts'
import type { Attempt, EnrolmentEmitted } from './enrolment.events.ts'
import { failureTexts, listsOutdatedText, unknownOutcomeTexts } from './failure.texts.ts'

export interface EnrolmentNotice {
  category: 'success' | 'error' | 'neutral'
  text: string
}

const success = (text: string): EnrolmentNotice => ({ category: 'success', text })
const error = (text: string): EnrolmentNotice => ({ category: 'error', text })

/** What a person is told of each thing that comes of an attempt. */
export function noticeOf(emitted: EnrolmentEmitted): EnrolmentNotice {
  switch (emitted.type) {
    case 'enrolment.made':
      return success(enrollmentOutcomeTexts.enrolled(...namesIn(emitted.attempt)))
    case 'unenrolment.made':
      return success(enrollmentOutcomeTexts.unenrolled(...namesIn(emitted.attempt)))
    case 'enrolment.refused':
      return error(enrollmentRefusalTexts[emitted.refusal].toast)
    case 'unenrolment.refused':
      return error(
        emitted.refusal === 'not-found'
          ? enrollmentOutcomeTexts.enrollmentNotFound
          : unenrollmentRefusalTexts[emitted.refusal].toast,
      )
    case 'enrolment.failed':
    case 'unenrolment.failed':
      return error(failureTexts[emitted.failure][emitted.attempt.wish])
    case 'outcome.unknown':
      return error(unknownOutcomeTexts[emitted.attempt.wish])
    case 'lists.outdated':
      return { category: 'neutral', text: listsOutdatedText }
  }
}

const namesIn = ({ moduleName, moment }: Attempt): [string, string] => [moduleName, momentLabel(moment)]
