import { z } from 'zod'
import { enrollmentCreateSchema, enrollmentSchema } from '#domain/enrollment/enrollment.schema.ts'
import type { HeldElsewhere } from '#domain/enrollment/move.rules.ts'
import { testmomentSchema } from '#domain/testmoment/testmoment.schema.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import type { createEnrollment, deleteEnrollment, MoveRefusal, moveEnrollment } from './enrollment.ts'
import { entityReplySchema } from './list.schema.ts'

export const createEnrollmentSchemas = {
  body: enrollmentCreateSchema,
  reply: entityReplySchema(enrollmentSchema),
} satisfies SchemasOf<typeof createEnrollment>

export const deleteEnrollmentSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(enrollmentSchema),
} satisfies SchemasOf<typeof deleteEnrollment>

export const moveEnrollmentSchemas = {
  params: byIdSchema,
  body: enrollmentCreateSchema.pick({ testmoment_id: true }),
  reply: entityReplySchema(enrollmentSchema),
} satisfies SchemasOf<typeof moveEnrollment>

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
}) satisfies z.ZodType<MoveRefusal>
