import { z } from 'zod'
import { enrollmentCreateSchema, enrollmentSchema } from '#domain/enrollment/enrollment.schema.ts'
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

export const moveRefusalSchema = z.object({
  reason: z.enum([
    'schoolyear-inactive',
    'testmoment-past',
    'enrollments-closed',
    'module-unavailable',
    'module-completed',
    'existing-enrollment',
    'no-slots-left',
  ]),
  message: z.string(),
  half: z.enum(['leaving', 'enrolling']),
}) satisfies z.ZodType<MoveRefusal>
