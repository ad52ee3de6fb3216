import { z } from 'zod'
import { durationSchema, whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import {
  calendarDaySchema,
  idSchema,
  instantSchema,
  timeOfDaySchema,
  versionSchema,
} from '#domain/entities/entity.schema.ts'
import { textSchema } from '#domain/entities/text.schema.ts'
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
 * Fields that an edit can change, each a column of that name: reads from the database, screens, exports and the audit
 * trail follow from this list. `max_enrollments` counts one student's modules at this moment, `seats` how many students
 * fit; 0 is unlimited for both. A week has no times; the end of a day's moment may be unknown.
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

/** Fields of a moment that all students of the school see alike. `modules` empty means every active module. */
export const shownTestmomentSchema = z.object({
  id: idSchema,
  ...testmomentFieldsSchema.shape,
  modules: z.array(testmomentModuleSchema),
  version: versionSchema,
})
export type ShownTestmoment = z.infer<typeof shownTestmomentSchema>

/**
 * The modules of a moment; `auto_enroll` left out is off for a new one and stays as it is for another. `version` is the
 * moment's: a list that replaces one which somebody has changed since is refused.
 */
export const testmomentModuleListSchema = z.object({
  entities: z.array(z.object({ id: idSchema, auto_enroll: z.boolean().optional() })).max(1_000),
  version: versionSchema.optional(),
})
export type TestmomentModuleList = z.infer<typeof testmomentModuleListSchema>

/** The limit only bounds what is read; what a place must be like is said by `placeRefusal`. */
const typedLocationSchema = textSchema(1_000).nullable()

export const seatsSchema = z.int().min(0).max(MOST_SEATS)

const limitSchema = z.int().min(0).max(MOST_MODULES)

/**
 * A new moment lasts a day, has no limits and offers every active module where nothing else is said, and starts closed; all
 * of it can be changed later. Asking for an open one is refused.
 */
export const testmomentCreationSchema = z.object({
  moment: calendarDaySchema,
  enrollments_enabled: z.boolean().default(false),
  location: typedLocationSchema.optional(),
  starts_at: timeOfDaySchema.nullable().optional(),
  ends_at: timeOfDaySchema.nullable().optional(),
  seats: seatsSchema.optional(),
  duration: durationSchema.optional(),
  max_enrollments: limitSchema.optional(),
  /** modules that it offers; students are enrolled automatically in none of them yet */
  module_ids: z.array(idSchema).max(1_000).optional(),
})
export type TestmomentCreation = z.infer<typeof testmomentCreationSchema>

/**
 * From 2000 to 8999. PostgreSQL returns instants by the clock of its session, which in other centuries has offsets in
 * seconds and years of five digits.
 */
const plannedSchema = instantSchema.regex(/^[2-8]/)

/**
 * Fields that are left out stay as they are, but becoming a week clears the times. The manual toggle clears a schedule
 * that has passed.
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

/** Effects of an edit on students, before it is made (decision 30). */
export const testmomentEditPreviewSchema = z.object({
  /** enrolled there now; they stay so */
  students_enrolled: z.int().min(0),
  /** with more modules there than the new limit */
  students_above_limit: z.int().min(0),
  /** more than the seats, who keep theirs */
  students_above_seats: z.int().min(0),
  /** in line, who get a seat at once since there are more */
  students_promoted: z.int().min(0),
  /** who would have a current enrollment in one module twice; above 0 the edit is refused */
  students_doubled: z.int().min(0),
})
export type TestmomentEditPreview = z.infer<typeof testmomentEditPreviewSchema>
