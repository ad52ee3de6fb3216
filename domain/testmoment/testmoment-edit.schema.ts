import { z } from 'zod'
import { calendarDaySchema, instantSchema } from '#domain/calendar/calendar.schema.ts'
import { versionSchema } from '#domain/link/link.schema.ts'
import { durationSchema, type Testmoment } from './testmoment.schema.ts'

/** Far more than any school has; keeps within 32 bits. */
const limitSchema = z.int().min(0).max(1_000)

/**
 * From 2000 to 8999. PostgreSQL tells instants by the clock of its session, of which other centuries know offsets in
 * seconds and years of five digits.
 */
const plannedSchema = instantSchema.regex(/^[2-8]/)

/** What is left out stays as it is. A schedule that has passed is cleared by the manual toggle. */
export const testmomentEditSchema = z.object({
  date: calendarDaySchema.optional(),
  duration: durationSchema.optional(),
  max_enrollments: limitSchema.optional(),
  enrollments_enabled: z.boolean().optional(),
  enrollments_open_at: plannedSchema.nullable().optional(),
  enrollments_close_at: plannedSchema.nullable().optional(),
  version: versionSchema.optional(),
})
export type TestmomentEdit = z.infer<typeof testmomentEditSchema>

/** What an edit can change. */
export type TestmomentFields = Pick<Testmoment, Exclude<keyof TestmomentEdit, 'version'>>

/** What an edit would mean to students, before it is made (decision 30). */
export const testmomentEditPreviewSchema = z.object({
  /** enrolled there now; they stay so */
  students_enrolled: z.int().min(0),
  /** with more modules there than the new limit */
  students_above_limit: z.int().min(0),
  /** who would have a current enrollment in one module twice; above 0 the edit is refused */
  students_doubled: z.int().min(0),
})
export type TestmomentEditPreview = z.infer<typeof testmomentEditPreviewSchema>
