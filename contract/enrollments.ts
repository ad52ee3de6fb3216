import type { MoveObstacle } from '#domain/enrollments/move.rules.ts'
import { endpoint } from './endpoint.ts'
import type * as schemas from './enrollments.schema.ts'
import type { RefusalWith } from './refusals.ts'

/**
 * Lists the enrollments of a moment in the order in which they were made. For administrators; the moment's link `enrollments`.
 */
export const listTestmomentEnrollments = endpoint<typeof schemas.listTestmomentEnrollmentsSchemas>(
  'GET',
  '/testmoment/:id/enrollments/:paging',
)

/**
 * Lists a student's enrollments, including past moments: for the student, and for administrators. The user's link
 * `enrollments`.
 */
export const listUserEnrollments = endpoint<typeof schemas.listUserEnrollmentsSchemas>(
  'GET',
  '/user/:id/enrollments/:paging',
)

/** Enrolls: 201 for a new enrollment, 200 for an existing one. Only administrators may exceed the seats. */
export const createEnrollment = endpoint<typeof schemas.createEnrollmentSchemas>(
  'POST',
  '/enrollment',
  'enrollmentsChanged',
)

/** Unenrolls; only administrators may send the student a message with it. The enrollment's link `delete`. */
export const deleteEnrollment = endpoint<typeof schemas.deleteEnrollmentSchemas>(
  'DELETE',
  '/enrollment/:id',
  'enrollmentsChanged',
)

/**
 * Moves an enrollment: unenrolls at one moment and enrolls at another, both or neither. 201 with the new enrollment; 200 with
 * an existing one; 422 (`MoveRefusal`) with the refusal of either half; 404 if the enrollment is gone. Only administrators may
 * send the student a message with it, and exceed the seats. The enrollment's link `move`.
 */
export const moveEnrollment = endpoint<typeof schemas.moveEnrollmentSchemas>(
  'POST',
  '/enrollment/:id/move',
  'enrollmentsChanged',
)

/** Refusal of a move (422): why, and whether it concerns the old moment or the new one. */
export type MoveRefusal = RefusalWith<MoveObstacle['refusal'], typeof schemas.moveObstacleSchema>

/** Answer `existing-enrollment` (422): where the student takes the module, and why it cannot be moved from there. */
export type ExistingEnrollment = RefusalWith<'existing-enrollment', typeof schemas.existingEnrollmentSchema>
