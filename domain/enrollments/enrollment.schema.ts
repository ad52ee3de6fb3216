import { z } from 'zod'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'

export const enrollmentCreateSchema = z.object({
  user_id: idSchema,
  testmoment_id: idSchema,
  module_id: idSchema,
})
export type EnrollmentCreate = z.infer<typeof enrollmentCreateSchema>

/**
 * For administrators only: also enrolls where no seat is free, or where the free ones belong to waiting students; all
 * other rules hold.
 */
export const withAboveSeatsSchema = z.object({ above_seats: z.boolean().optional() })
export type WithAboveSeats = z.infer<typeof withAboveSeatsSchema>

/** Who enrolled a student: the student, by an administrator, or because their department and the moment say so. */
export const enrollmentMakerSchema = z.enum(['student', 'administrator', 'automatic'])
export type EnrollmentMaker = z.infer<typeof enrollmentMakerSchema>

/**
 * One student, one module, one test moment. `delete` and `move` are there while the caller may unenroll, `calendar` for
 * the student themselves.
 */
export const enrollmentSchema = z.object({
  id: idSchema,
  user_id: idSchema,
  testmoment_id: idSchema,
  module_id: idSchema,
  module_name: z.string(),
  created_at: instantSchema,
  /** a presence or a result belongs to it: it can't be ended or moved, see `mayUnenroll` */
  has_record: z.literal(true).optional(),
  _links: z.object({ delete: linkSchema.optional(), move: linkSchema.optional(), calendar: linkSchema.optional() }),
})
export type Enrollment = z.infer<typeof enrollmentSchema>
