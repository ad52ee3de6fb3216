import { z } from 'zod'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { DOOR_CODE } from '#domain/presence/door-code.rules.ts'
import { shownChairSchema } from '#domain/rooms/chair.schema.ts'

export const enrollmentCreateSchema = z.object({
  user_id: idSchema,
  testmoment_id: idSchema,
  module_id: idSchema,
})
export type EnrollmentCreate = z.infer<typeof enrollmentCreateSchema>

/**
 * For administrators only: enrolls also without a free seat, or if the free ones are reserved for waiting students; all other
 * rules hold.
 */
export const withAboveSeatsSchema = z.object({ above_seats: z.boolean().optional() })
export type WithAboveSeats = z.infer<typeof withAboveSeatsSchema>

/** Maker of an enrollment: the student, an administrator, automatic enrollment by department and moment, or the waiting list. */
export const enrollmentMakerSchema = z.enum(['student', 'administrator', 'automatic', 'waiting-list'])
export type EnrollmentMaker = z.infer<typeof enrollmentMakerSchema>

/**
 * Enrollment of a student in a module at a test moment. `delete` and `move` are present while the caller may unenroll,
 * `calendar` for the student.
 */
export const enrollmentSchema = z.object({
  id: idSchema,
  user_id: idSchema,
  testmoment_id: idSchema,
  module_id: idSchema,
  module_name: z.string(),
  created_at: instantSchema,
  /** attendance or a result belongs to it: it can't be ended or moved, see `mayUnenroll` */
  has_record: z.literal(true).optional(),
  /** in the student's own lists */
  chair: shownChairSchema.optional(),
  /** by which they are ticked at the door: in their own lists alone, from a week before the moment until its end */
  code: z.string().regex(DOOR_CODE).optional(),
  _links: z.object({ delete: linkSchema.optional(), move: linkSchema.optional(), calendar: linkSchema.optional() }),
})
export type Enrollment = z.infer<typeof enrollmentSchema>
