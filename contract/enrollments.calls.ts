import { z } from 'zod'
import { type WhenAndWhere, whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { enrollmentRefusals, unenrollmentRefusals } from '#domain/enrollments/enrollment.rules.ts'
import {
  type Enrollment,
  enrollmentCreateSchema,
  enrollmentSchema,
  withAboveSeatsSchema,
} from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentRefusalTexts } from '#domain/enrollments/enrollment.texts.ts'
import { listedEnrollmentSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { MoveObstacle } from '#domain/enrollments/move.rules.ts'
import { type HeldElsewhere, moveRefusals } from '#domain/enrollments/move.rules.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, fromCursorSchema, listReplySchema, shown } from './endpoint.schema.ts'
import { because, staff, withMessage } from './proofs.ts'
import type { RefusalWith } from './refusals.ts'

export const exampleWhenAndWhere: WhenAndWhere = {
  date: '2026-03-20',
  duration: 'day',
  location: 'Zaal 3.14',
  starts_at: '09:00',
  ends_at: '11:30',
}

export const exampleStudent = {
  id: 42,
  username: 'noor.bos@student.example',
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: '2104567',
}

export const exampleEnrollment: Enrollment = {
  id: 901,
  user_id: 42,
  testmoment_id: 12,
  module_id: 3,
  module_name: 'ALG1',
  created_at: '2026-03-10T09:00:00.000Z',
  _links: {
    delete: exampleLink('DELETE', '/enrollment/901'),
    move: exampleLink('POST', '/enrollment/901/move'),
    calendar: exampleLink('GET', '/enrollment/901/calendar'),
  },
}
shown(enrollmentSchema, exampleEnrollment)

shown(listedEnrollmentSchema, {
  ...exampleEnrollment,
  user: exampleStudent,
  testmoment: { id: 12, ...exampleWhenAndWhere },
})

const pageSchemas = {
  querystring: fromCursorSchema,
  reply: listReplySchema(listedEnrollmentSchema),
}

export const listTestmomentEnrollments = read('/testmoment/:id/enrollments/:paging', {
  reach: 'administration',
  summary: 'Who is enrolled at a test moment, in the order in which they were',
  ...pageSchemas,
})

export const listUserEnrollments = read('/user/:id/enrollments/:paging', {
  reach: 'self-or-administration',
  summary: 'The enrollments of a student, also at past moments, in the order in which they were made',
  ...pageSchemas,
})

export const createEnrollment = write('POST', '/enrollment', {
  event: 'enrollmentsChanged',
  reach: 'self-or-administration',
  of: 'body.user_id',
  proof: because('can be ended again'),
  summary: 'Enroll a student; 200 when they already are',
  statuses: [200, 201],
  reasons: ['not-found', ...enrollmentRefusals],
  body: shown(enrollmentCreateSchema.extend(withAboveSeatsSchema.shape), {
    user_id: 42,
    testmoment_id: 12,
    module_id: 3,
  }),
  reply: entityReplySchema(enrollmentSchema),
})

export const deleteEnrollment = write('DELETE', '/enrollment/:id', {
  event: 'enrollmentsChanged',
  reach: 'owner',
  /** students unenroll themselves without */
  proof: staff,
  summary: 'End an enrollment; not-found also when it is not yours',
  reasons: ['not-yours', 'not-found', ...wordRefusals, ...unenrollmentRefusals],
  body: withMessageSchema.nullable(),
  reply: shown(entityReplySchema(enrollmentSchema), { entity: { ...exampleEnrollment, _links: {} } }),
})

const halfSchema = z.enum(['leaving', 'enrolling'])

const refusalSchema = z.enum(moveRefusals)

const heldElsewhereSchema = z.object({
  testmoment: whenAndWhereSchema,
  obstacle: z.object({ half: halfSchema, refusal: refusalSchema }).nullable(),
}) satisfies z.ZodType<HeldElsewhere>

export const existingEnrollmentSchema = z.object({ held: heldElsewhereSchema.optional() })

export const moveObstacleSchema = z.object({ half: halfSchema, ...existingEnrollmentSchema.shape })

export const moveRefusalSchema = shown(
  z.object({
    reason: z.enum([...moveRefusals, ...wordRefusals, 'key-reused']),
    message: z.string(),
    ...moveObstacleSchema.partial().shape,
  }),
  { reason: 'no-slots-left', message: enrollmentRefusalTexts['no-slots-left'].toast, half: 'enrolling' },
)

/** 422 (`MoveRefusal`) has the refusal of either half. */
export const moveEnrollment = write('POST', '/enrollment/:id/move', {
  event: 'enrollmentsChanged',
  reach: 'owner',
  proof: withMessage,
  summary: 'Leave this moment for another, both or neither; 200 when it is the same',
  statuses: [200, 201],
  reasons: ['not-yours', 'not-found'],
  refusals: { 422: moveRefusalSchema },
  body: shown(
    enrollmentCreateSchema
      .pick({ testmoment_id: true })
      .extend(withMessageSchema.shape)
      .extend(withAboveSeatsSchema.shape),
    { testmoment_id: 13 },
  ),
  reply: shown(entityReplySchema(enrollmentSchema), { entity: { ...exampleEnrollment, id: 902, testmoment_id: 13 } }),
})

/** Refusal of a move (422): why, and whether it concerns the old moment or the new one. */
export type MoveRefusal = RefusalWith<MoveObstacle['refusal'], typeof moveObstacleSchema>

/** Answer `existing-enrollment` (422): where the student takes the module, and why it cannot be moved from there. */
export type ExistingEnrollment = RefusalWith<'existing-enrollment', typeof existingEnrollmentSchema>
