import type { HeldElsewhere, MoveHalf, MoveObstacle } from '#domain/enrollments/move.rules.ts'
import { endpoint } from './endpoint.ts'
import type * as schemas from './enrollments.schema.ts'
import type { ErrorReply } from './refusals.ts'

/**
 * Enrollments of a moment, in the order in which they were made. For administrators; the moment's link `enrollments`.
 */
export const listTestmomentEnrollments = endpoint<typeof schemas.listTestmomentEnrollmentsSchemas>(
  'GET',
  '/testmoment/:id/enrollments/:paging',
)

/**
 * A student's enrollments, with those of past moments: their own, or anybody's for administrators. The user's link
 * `enrollments`.
 */
export const listUserEnrollments = endpoint<typeof schemas.listUserEnrollmentsSchemas>(
  'GET',
  '/user/:id/enrollments/:paging',
)

/** 201 for a new enrollment, 200 for one that was already there. Administrators alone may go above the seats. */
export const createEnrollment = endpoint<typeof schemas.createEnrollmentSchemas>(
  'POST',
  '/enrollment',
  'enrollmentsChanged',
)

/** Unenrolls; only administrators may write to the student with it. The enrollment's link `delete`. */
export const deleteEnrollment = endpoint<typeof schemas.deleteEnrollmentSchemas>(
  'DELETE',
  '/enrollment/:id',
  'enrollmentsChanged',
)

/**
 * Unenrolls at one moment and enrolls at another, both or neither. 201 with the new enrollment; 200 with the present
 * one where it is there already; 422 (`MoveRefusal`) with the refusal of either half; 404 when the enrollment is gone.
 * Only administrators may write to the student with it, and go above the seats. The enrollment's link `move`.
 */
export const moveEnrollment = endpoint<typeof schemas.moveEnrollmentSchemas>(
  'POST',
  '/enrollment/:id/move',
  'enrollmentsChanged',
)

/** Refusal of a move (422): why, and whether it concerns the moment that is left or the one that is wanted. */
export interface MoveRefusal extends ErrorReply {
  reason: MoveObstacle['refusal']
  half: MoveHalf
  /** with `existing-enrollment` */
  held?: HeldElsewhere | undefined
}

/** Extra field of `existing-enrollment` (422): where the student takes the module, and why not to move from there. */
export interface ExistingEnrollment extends ErrorReply {
  reason: 'existing-enrollment'
  held?: HeldElsewhere | undefined
}
