import type { Enrollment, EnrollmentCreate } from '#domain/enrollment/enrollment.schema.ts'
import { type ById, endpoint } from './endpoint.ts'
import type { EntityReply } from './list.ts'

/** 201 for a new enrolment, 200 for one that was already there. */
export const createEnrollment = endpoint<{ body: EnrollmentCreate; reply: EntityReply<Enrollment> }>(
  'POST',
  '/enrollment',
)

/** By the enrolment's link `delete`. */
export const deleteEnrollment = endpoint<{ params: ById; reply: EntityReply<Enrollment> }>('DELETE', '/enrollment/:id')

/**
 * By the enrolment's link `move`: leaves that moment for another, both or neither. 422 with the refusal of either;
 * 404 when the enrolment is gone.
 */
export const moveEnrollment = endpoint<{
  params: ById
  body: { testmoment_id: number }
  reply: EntityReply<Enrollment>
}>('POST', '/enrollment/:id/move')
