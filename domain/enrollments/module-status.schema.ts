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

/**
 * How one student stands with one module of their department. `enrollments` is keyed by test moment id and holds
 * those of the active school year; `enrollment_moment` is the earliest of them that is current, if any.
 */
export const moduleStatusSchema = z.object({
  module: z.object({ id: idSchema, name: z.string(), description: z.string() }),
  enrollments: z.record(z.string(), z.object({ enrollment: enrollmentSchema, testmoment: statusMomentSchema })),
  enrollment_moment: statusMomentSchema.nullable(),
  is_completed: z.boolean(),
  /** completed by a test that was passed: the student can't take that back */
  by_result: z.literal(true).optional(),
})
export type ModuleStatus = z.infer<typeof moduleStatusSchema>

/**
 * A change that was asked for and not answered, so that it may have been done: of the module, from the one moment to the
 * other. `waiting` and `left` are of the waiting list.
 */
export interface UnansweredWish {
  wish: 'enrolled' | 'unenrolled' | 'moved' | 'waiting' | 'left'
  testmoment: WhenAndWhere & { id: number }
  /** the moment that a move is from; null for others */
  from_id: number | null
}

/** Status as a device keeps it: a row that is gone is missing in the server's next answer. */
export type KnownModuleStatus = ModuleStatus & { unanswered?: UnansweredWish | undefined }
