import { z } from 'zod'
import { routedSchema, type WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { DOOR_CODE } from '#domain/presence/door-code.rules.ts'
import { shownChairSchema } from '#domain/rooms/chair.schema.ts'
import { shownTestmomentSchema } from '#domain/testmoments/testmoment.schema.ts'

export const enrollmentCreateSchema = z.object({
  user_id: idSchema,
  testmoment_id: idSchema,
  module_id: idSchema,
})
export type EnrollmentCreate = z.infer<typeof enrollmentCreateSchema>

/** For administrators: also without a free seat, or if those are reserved for waiting students; other rules hold. */
export const withAboveSeatsSchema = z.object({ above_seats: z.boolean().optional() })
export type WithAboveSeats = z.infer<typeof withAboveSeatsSchema>

/** Maker of an enrollment: the student, an administrator, automatic enrollment by department and moment, or the waiting list. */
export const enrollmentMakerSchema = z.enum(['student', 'administrator', 'automatic', 'waiting-list'])
export type EnrollmentMaker = z.infer<typeof enrollmentMakerSchema>

/** `delete` and `move` are present while the caller may unenroll, `calendar` for the student. */
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

/** A test moment in a user's list. `enrollments` are those of that user. */
export const testmomentSchema = shownTestmomentSchema.extend({
  ...routedSchema.shape,
  enrollments: z.array(enrollmentSchema),
  _links: z.object({ enroll: linkSchema.optional() }),
})
export type Testmoment = z.infer<typeof testmomentSchema>

/** `students` are enrolled there, with `tests` enrollments together. These are included on request (`?with=enrollments`). */
export const managedTestmomentSchema = shownTestmomentSchema.extend({
  schoolyear_id: idSchema,
  students: z.int().min(0),
  tests: z.int().min(0),
  waiting: z.int().min(0),
  shares_day: z.boolean(),
  enrollments: z.array(enrollmentSchema).optional(),
  _links: z.object({
    edit: linkSchema,
    delete: linkSchema,
    edit_preview: linkSchema,
    modules: linkSchema,
    edit_modules: linkSchema,
    enrollments: linkSchema,
    waiting: linkSchema,
    export: linkSchema,
    presence_checklist: linkSchema,
    presence: linkSchema,
    invigilators: linkSchema,
    results: linkSchema,
    presence_checklist_by_module: linkSchema,
    extra_time: linkSchema,
  }),
})
export type ManagedTestmoment = z.infer<typeof managedTestmomentSchema>

/** Fields by which a moment is named, and by which it is known whether it is open. */
export const statusMomentFieldsSchema = shownTestmomentSchema.pick({
  id: true,
  date: true,
  duration: true,
  location: true,
  starts_at: true,
  ends_at: true,
  enrollments_enabled: true,
  enrollments_close_at: true,
})
export const statusMomentFieldNames = statusMomentFieldsSchema.keyof().options

/** A moment at which a student is enrolled, with what decides whether they may unenroll there and enroll again. */
export const statusMomentSchema = statusMomentFieldsSchema.extend(routedSchema.shape)
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
