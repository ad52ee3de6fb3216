import type {
  EnrollmentRefusal,
  HeldElsewhere,
  MoveHalf,
  UnenrollmentRefusal,
} from '#domain/enrollments/enrollment.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'

type MomentDate = Pick<Testmoment, 'date' | 'duration'>

/** What a student asks for: as the server needs it, and as people call it. */
export interface Wanted {
  /** the moment's link `enroll`, or the enrollment's link `delete` or `move` */
  link: Link
  /** where they want to be, or no longer */
  enrollment: EnrollmentCreate
  moduleName: string
  moment: MomentDate
}

/** The same module at another moment than `from`, where the student is. */
export interface WantedMove extends Wanted {
  from: MomentDate
}

export type MoveAttempt = WantedMove & { wish: 'moved' }
export type Attempt = (Wanted & { wish: 'enrolled' | 'unenrolled' }) | MoveAttempt

export type EnrollmentEvent =
  | { type: 'enrollment.submitted'; attempt: Wanted }
  | { type: 'unenrollment.submitted'; attempt: Wanted }
  | { type: 'move.submitted'; attempt: WantedMove }

/** `unsent`: it never left. `unanswered`: no answer came, and the server's list shows that nothing has changed. */
export type Failure = 'failed' | 'unsent' | 'unanswered'

/** What became of an attempt. Nothing is said before the server said so. */
export type AttemptOutcome =
  | { type: 'enrollment.made'; attempt: Attempt }
  | { type: 'enrollment.refused'; attempt: Attempt; refusal: EnrollmentRefusal; held?: HeldElsewhere | undefined }
  | { type: 'enrollment.failed'; attempt: Attempt; failure: Failure }
  | { type: 'unenrollment.made'; attempt: Attempt }
  | { type: 'unenrollment.refused'; attempt: Attempt; refusal: UnenrollmentRefusal | 'not-found' }
  | { type: 'unenrollment.failed'; attempt: Attempt; failure: Failure }
  | { type: 'move.made'; attempt: MoveAttempt }
  | {
      type: 'move.refused'
      attempt: MoveAttempt
      refusal: EnrollmentRefusal | 'not-found'
      half: MoveHalf
      held?: HeldElsewhere | undefined
    }
  | { type: 'move.failed'; attempt: MoveAttempt; failure: Failure }
  /** no answer came, and the server's list can't be had either */
  | { type: 'outcome.unknown'; attempt: Attempt }

export type EnrollmentEmitted = AttemptOutcome | { type: 'lists.outdated' }
