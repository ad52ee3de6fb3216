import { z } from 'zod'
import { durationSchema, whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import {
  calendarDaySchema,
  idSchema,
  instantSchema,
  textSchema,
  timeOfDaySchema,
  versionSchema,
} from '#domain/entities/entity.schema.ts'
import { MOST_MODULES, MOST_SEATS } from './limits.rules.ts'

export const testmomentModuleSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  auto_enroll: z.boolean(),
})
export type TestmomentModule = z.infer<typeof testmomentModuleSchema>
export const testmomentModuleFieldNames = testmomentModuleSchema.keyof().options

/**
 * Fields that an edit can change, each a column with that name: queries, screens, exports and the audit log use this list.
 * `max_enrollments` limits the modules of one student at this moment, `seats` the students; 0 means no limit for both. A week
 * has no times; the end of a day's moment may be unknown.
 */
const testmomentFieldsSchema = z.object({
  ...whenAndWhereSchema.shape,
  enrollments_enabled: z.boolean(),
  enrollments_open_at: instantSchema.nullable(),
  enrollments_close_at: instantSchema.nullable(),
  max_enrollments: z.int().min(0),
  seats: z.int().min(0),
})
export type TestmomentFields = z.infer<typeof testmomentFieldsSchema>
export const testmomentFieldNames = testmomentFieldsSchema.keyof().options

/** Fields of a moment that are the same for all students. Empty `modules` means every active module. */
export const shownTestmomentSchema = z.object({
  id: idSchema,
  ...testmomentFieldsSchema.shape,
  modules: z.array(testmomentModuleSchema),
  version: versionSchema,
})
export type ShownTestmoment = z.infer<typeof shownTestmomentSchema>

/**
 * Modules of a moment. Without `auto_enroll`, it is off for a new module and unchanged for others. `version` is the moment's:
 * an edit of an older list is refused.
 */
export const testmomentModuleListSchema = z.object({
  entities: z.array(z.object({ id: idSchema, auto_enroll: z.boolean().optional() })).max(1_000),
  version: versionSchema.optional(),
})
export type TestmomentModuleList = z.infer<typeof testmomentModuleListSchema>

/** The limit only bounds the size; `placeRefusal` has the rules for places. */
const typedLocationSchema = textSchema(1_000).nullable()

export const seatsSchema = z.int().min(0).max(MOST_SEATS)

const limitSchema = z.int().min(0).max(MOST_MODULES)

/** Starts closed: creating an open one is refused. */
export const testmomentCreationSchema = z.object({
  moment: calendarDaySchema,
  enrollments_enabled: z.boolean().default(false),
  location: typedLocationSchema.optional(),
  starts_at: timeOfDaySchema.nullable().optional(),
  ends_at: timeOfDaySchema.nullable().optional(),
  seats: seatsSchema.optional(),
  duration: durationSchema.optional(),
  max_enrollments: limitSchema.optional(),
  /** modules that it offers; none enrolls automatically yet */
  module_ids: z.array(idSchema).max(1_000).optional(),
})
export type TestmomentCreation = z.infer<typeof testmomentCreationSchema>

/**
 * From 2000 to 8999. PostgreSQL returns instants by the clock of its session, which in other centuries has offsets in
 * seconds and years of five digits.
 */
const plannedSchema = instantSchema.regex(/^[2-8]/)

/**
 * Fields that are left out stay the same, but becoming a week clears the times. Toggling by hand clears planned times that are
 * past.
 */
export const testmomentEditSchema = testmomentFieldsSchema
  .extend({
    location: typedLocationSchema,
    max_enrollments: limitSchema,
    seats: seatsSchema,
    enrollments_open_at: plannedSchema.nullable(),
    enrollments_close_at: plannedSchema.nullable(),
    version: versionSchema,
  })
  .partial()
export type TestmomentEdit = z.infer<typeof testmomentEditSchema>

/** Effects of an edit on students, before it is made. */
export const testmomentEditPreviewSchema = z.object({
  /** students at the moment; they stay enrolled */
  students_enrolled: z.int().min(0),
  students_above_limit: z.int().min(0),
  /** students above the seats, who keep theirs */
  students_above_seats: z.int().min(0),
  /** students in line who get one of the additional seats at once */
  students_promoted: z.int().min(0),
  /** students who would have two current enrollments in one module; above 0 the edit is refused */
  students_doubled: z.int().min(0),
})
export type TestmomentEditPreview = z.infer<typeof testmomentEditPreviewSchema>
