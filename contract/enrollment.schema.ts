import { z } from 'zod'
import type { HeldElsewhere } from '#domain/enrollments/enrollment.rules.ts'
import { enrollmentCreateSchema, enrollmentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { listedEnrollmentSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { testmomentSchema } from '#domain/testmoments/testmoment.schema.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import type * as enrollment from './enrollment.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import { byPagingSchema, fromCursorSchema } from './paging.schema.ts'

const pageSchemas = {
  params: byIdSchema.extend(byPagingSchema.shape),
  querystring: fromCursorSchema,
  reply: listReplySchema(listedEnrollmentSchema),
}

export const listTestmomentEnrollmentsSchemas = pageSchemas satisfies SchemasOf<
  typeof enrollment.listTestmomentEnrollments
>

export const listUserEnrollmentsSchemas = pageSchemas satisfies SchemasOf<typeof enrollment.listUserEnrollments>

export const createEnrollmentSchemas = {
  body: enrollmentCreateSchema,
  reply: entityReplySchema(enrollmentSchema),
} satisfies SchemasOf<typeof enrollment.createEnrollment>

export const deleteEnrollmentSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(enrollmentSchema),
} satisfies SchemasOf<typeof enrollment.deleteEnrollment>

export const moveEnrollmentSchemas = {
  params: byIdSchema,
  body: enrollmentCreateSchema.pick({ testmoment_id: true }),
  reply: entityReplySchema(enrollmentSchema),
} satisfies SchemasOf<typeof enrollment.moveEnrollment>

const refusalSchema = z.enum([
  'schoolyear-inactive',
  'testmoment-past',
  'enrollments-closed',
  'module-unavailable',
  'module-completed',
  'existing-enrollment',
  'no-slots-left',
])
const halfSchema = z.enum(['leaving', 'enrolling'])

export const heldElsewhereSchema = z.object({
  testmoment: testmomentSchema.pick({ date: true, duration: true }),
  obstacle: z.object({ half: halfSchema, refusal: refusalSchema }).nullable(),
}) satisfies z.ZodType<HeldElsewhere>

export const moveRefusalSchema = z.object({
  reason: refusalSchema,
  message: z.string(),
  half: halfSchema,
  held: heldElsewhereSchema.optional(),
}) satisfies z.ZodType<enrollment.MoveRefusal>
