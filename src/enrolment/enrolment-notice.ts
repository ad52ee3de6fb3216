import { momentLabel } from '#domain/calendar/date-labels.ts'
import {
  enrollmentOutcomeTexts,
  enrollmentRefusalTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollment/enrollment.texts.ts'
import type { EnrolmentEmitted } from './enrolment.events.ts'
import { uncertainTexts } from './uncertain.texts.ts'

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
      return success(enrollmentOutcomeTexts.enrolled(emitted.attempt.moduleName, momentLabel(emitted.attempt.moment)))
    case 'enrolment.refused':
      return error(enrollmentRefusalTexts[emitted.refusal].toast)
    case 'enrolment.failed':
      return error(emitted.failure === 'unanswered' ? uncertainTexts.notEnrolled : enrollmentOutcomeTexts.enrollFailed)
    case 'unenrolment.made':
      return success(enrollmentOutcomeTexts.unenrolled(emitted.attempt.moduleName, momentLabel(emitted.attempt.moment)))
    case 'unenrolment.refused':
      return error(
        emitted.refusal === 'not-found'
          ? enrollmentOutcomeTexts.enrollmentNotFound
          : unenrollmentRefusalTexts[emitted.refusal].toast,
      )
    case 'unenrolment.failed':
      return error(
        emitted.failure === 'unanswered' ? uncertainTexts.stillEnrolled : enrollmentOutcomeTexts.unenrollFailed,
      )
    case 'outcome.unknown':
      return error(
        emitted.attempt.wish === 'enrolled' ? uncertainTexts.perhapsEnrolled : uncertainTexts.perhapsUnenrolled,
      )
    case 'lists.outdated':
      return { category: 'neutral', text: uncertainTexts.listsOutdated }
  }
}
