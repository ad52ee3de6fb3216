import { z } from 'zod'
import { type WhenAndWhere, whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import {
  type Enrollment,
  enrollmentCreateSchema,
  enrollmentSchema,
  withAboveSeatsSchema,
} from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentRefusalTexts } from '#domain/enrollments/enrollment.texts.ts'
import { listedEnrollmentSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { type HeldElsewhere, moveRefusals } from '#domain/enrollments/move.rules.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import {
  byIdSchema,
  byPagingSchema,
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'

/** Date and place of moment 12 in all examples. */
export const exampleWhenAndWhere: WhenAndWhere = {
  date: '2026-03-20',
  duration: 'day',
  location: 'Zaal 3.14',
  starts_at: '09:00',
  ends_at: '11:30',
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
  user: {
    id: 42,
    username: 'noor.bos@student.example',
    first_name: 'Noor',
    last_name: 'Bos',
    student_number: '2104567',
  },
  testmoment: { id: 12, ...exampleWhenAndWhere },
})

const pageSchemas = {
  params: byIdSchema.extend(byPagingSchema.shape),
  querystring: fromCursorSchema,
  reply: listReplySchema(listedEnrollmentSchema),
}

export const listTestmomentEnrollmentsSchemas = pageSchemas

export const listUserEnrollmentsSchemas = pageSchemas

export const createEnrollmentSchemas = {
  body: shown(enrollmentCreateSchema.extend(withAboveSeatsSchema.shape), {
    user_id: 42,
    testmoment_id: 12,
    module_id: 3,
  }),
  reply: entityReplySchema(enrollmentSchema),
}

export const deleteEnrollmentSchemas = {
  params: byIdSchema,
  body: withMessageSchema.nullable(),
  reply: shown(entityReplySchema(enrollmentSchema), { entity: { ...exampleEnrollment, _links: {} } }),
}

export const moveEnrollmentSchemas = {
  params: byIdSchema,
  body: shown(
    enrollmentCreateSchema
      .pick({ testmoment_id: true })
      .extend(withMessageSchema.shape)
      .extend(withAboveSeatsSchema.shape),
    { testmoment_id: 13 },
  ),
  reply: shown(entityReplySchema(enrollmentSchema), { entity: { ...exampleEnrollment, id: 902, testmoment_id: 13 } }),
}

const refusalSchema = z.enum(moveRefusals)
const halfSchema = z.enum(['leaving', 'enrolling'])

const heldElsewhereSchema = z.object({
  testmoment: whenAndWhereSchema,
  obstacle: z.object({ half: halfSchema, refusal: refusalSchema }).nullable(),
}) satisfies z.ZodType<HeldElsewhere>

/** Extra field of `existing-enrollment`. */
export const existingEnrollmentSchema = z.object({ held: heldElsewhereSchema.optional() })

/** Extra fields of a `MoveRefusal`. */
export const moveObstacleSchema = z.object({ half: halfSchema, ...existingEnrollmentSchema.shape })

/** A `MoveRefusal`, or an error in the words of its message. */
export const moveRefusalSchema = shown(
  z.object({
    reason: z.enum([...moveRefusals, ...wordRefusals, 'key-reused']),
    message: z.string(),
    ...moveObstacleSchema.partial().shape,
  }),
  { reason: 'no-slots-left', message: enrollmentRefusalTexts['no-slots-left'].toast, half: 'enrolling' },
)
