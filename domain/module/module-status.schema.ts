import { z } from 'zod'
import { enrollmentSchema } from '#domain/enrollment/enrollment.schema.ts'
import { idSchema } from '#domain/link/link.schema.ts'
import { testmomentSchema } from '#domain/testmoment/testmoment.schema.ts'

/** A moment at which a student is enrolled, with what decides whether they may leave it and come back. */
export const statusMomentSchema = testmomentSchema.pick({
  id: true,
  date: true,
  duration: true,
  enrollments_enabled: true,
  enrollments_close_at: true,
})

/**
 * How one student stands with one module of their department. `enrollments` is keyed by test moment id and holds
 * those of the active school year; `enrollment_moment` is the earliest of them that is current, if any.
 */
export const moduleStatusSchema = z.object({
  module: z.object({ id: idSchema, name: z.string(), description: z.string() }),
  enrollments: z.record(z.string(), z.object({ enrollment: enrollmentSchema, testmoment: statusMomentSchema })),
  enrollment_moment: statusMomentSchema.nullable(),
  is_completed: z.boolean(),
})
export type ModuleStatus = z.infer<typeof moduleStatusSchema>
