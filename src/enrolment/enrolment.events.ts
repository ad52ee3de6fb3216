import type { EnrollmentRefusal, UnenrollmentRefusal } from '#domain/enrollment/enrollment.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollment/enrollment.schema.ts'
import type { Link } from '#domain/link/link.schema.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'

/** What a student asks for: as the server needs it, and as people call it. */
export interface Attempt {
  wish: 'enrolled' | 'unenrolled'
  /** the moment's link `enroll`, or the enrolment's link `delete` */
  link: Link
  enrollment: EnrollmentCreate
  moduleName: string
  moment: Pick<Testmoment, 'date' | 'duration'>
}

export type EnrolmentEvent =
  | { type: 'enrolment.submitted'; attempt: Omit<Attempt, 'wish'> }
  | { type: 'unenrolment.submitted'; attempt: Omit<Attempt, 'wish'> }

/** `unsent`: it never left. `unanswered`: no answer came, and the server's list shows that nothing has changed. */
export type Failure = 'failed' | 'unsent' | 'unanswered'

/** What became of an attempt. Nothing is said before the server said so. */
export type AttemptOutcome =
  | { type: 'enrolment.made'; attempt: Attempt }
  | { type: 'enrolment.refused'; attempt: Attempt; refusal: EnrollmentRefusal }
  | { type: 'enrolment.failed'; attempt: Attempt; failure: Failure }
  | { type: 'unenrolment.made'; attempt: Attempt }
  | { type: 'unenrolment.refused'; attempt: Attempt; refusal: UnenrollmentRefusal | 'not-found' }
  | { type: 'unenrolment.failed'; attempt: Attempt; failure: Failure }
  /** no answer came, and the server's list can't be had either */
  | { type: 'outcome.unknown'; attempt: Attempt }

export type EnrolmentEmitted = AttemptOutcome | { type: 'lists.outdated' }
