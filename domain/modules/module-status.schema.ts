import { z } from 'zod'
import { enrollmentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { type Testmoment, testmomentSchema } from '#domain/testmoments/testmoment.schema.ts'

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

/** A change that was asked for and not answered, so that it may have been done: of the module, from the one moment to the other. */
export interface UnansweredWish {
  wish: 'enrolled' | 'unenrolled' | 'moved'
  testmoment: Pick<Testmoment, 'id' | 'date' | 'duration'>
  /** where a move would leave; null for others */
  from_id: number | null
}

/** As a device knows it: what it did not hear is no more in the server's next answer. */
export type KnownModuleStatus = ModuleStatus & { unanswered?: UnansweredWish | undefined }
