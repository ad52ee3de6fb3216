import { z } from 'zod'
import { routedSchema, type WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { shownTestmomentSchema } from '#domain/testmoments/testmoment.schema.ts'
import { enrollmentSchema } from './enrollment.schema.ts'

const statusMomentFields = shownTestmomentSchema.pick({
  id: true,
  date: true,
  duration: true,
  location: true,
  starts_at: true,
  ends_at: true,
  enrollments_enabled: true,
  enrollments_close_at: true,
})
export const statusMomentFieldNames = statusMomentFields.keyof().options

/** A moment at which a student is enrolled, with what decides whether they may unenroll there and enroll again. */
export const statusMomentSchema = statusMomentFields.extend(routedSchema.shape)
export type StatusMoment = z.infer<typeof statusMomentSchema>

/** `enrollments` has those of the active school year by test moment id; `enrollment_moment` is the earliest current one. */
export const moduleStatusSchema = z.object({
  module: z.object({ id: idSchema, name: z.string(), description: z.string() }),
  enrollments: z.record(z.string(), z.object({ enrollment: enrollmentSchema, testmoment: statusMomentSchema })),
  enrollment_moment: statusMomentSchema.nullable(),
  is_completed: z.boolean(),
  /** completed by a passed test: the student can't undo that */
  by_result: z.literal(true).optional(),
})
export type ModuleStatus = z.infer<typeof moduleStatusSchema>

/**
 * Requested change without an answer yet, which may have been made. `waiting` and `left` concern the waiting list; `from_id` is
 * the moment that a move leaves, null for other changes.
 */
export interface UnansweredWish {
  wish: 'enrolled' | 'unenrolled' | 'moved' | 'waiting' | 'left'
  testmoment: WhenAndWhere & { id: number }
  from_id: number | null
}

/** Status as a device knows it: with a change that it requested and that has no answer yet. */
export type KnownModuleStatus = ModuleStatus & { unanswered?: UnansweredWish | undefined }
