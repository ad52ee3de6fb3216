import type { HeldElsewhere, MoveHalf, MoveObstacle } from '#domain/enrollments/move.rules.ts'
import { endpoint } from './endpoint.ts'
import type * as schemas from './enrollments.schema.ts'
import type { ErrorReply } from './refusals.ts'

/** By a moment's link `enrollments`, for administrators: who is enrolled there, in the order in which they were. */
export const listTestmomentEnrollments = endpoint<typeof schemas.listTestmomentEnrollmentsSchemas>(
  'GET',
  '/testmoment/:id/enrollments/:paging',
)

/** By a user's link `enrollments`: a student's own, at past moments too; of anybody for administrators. */
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

/** By the enrollment's link `delete`; administrators alone may write to the student beside it. */
export const deleteEnrollment = endpoint<typeof schemas.deleteEnrollmentSchemas>(
  'DELETE',
  '/enrollment/:id',
  'enrollmentsChanged',
)

/**
 * By the enrollment's link `move`: unenrolls there and enrolls at another, both or neither. 201 with the new enrollment; 200 with
 * the present one where it is there already; 422 (`MoveRefusal`) with the refusal of either half; 404 when the enrollment
 * is gone. Administrators alone may write to the student beside it, and go above the seats.
 */
export const moveEnrollment = endpoint<typeof schemas.moveEnrollmentSchemas>(
  'POST',
  '/enrollment/:id/move',
  'enrollmentsChanged',
)

/** What a move refuses (422): why, and whether that is about the moment that is left or the one that is wanted. */
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
