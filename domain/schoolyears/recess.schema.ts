import { z } from 'zod'
import { calendarDaySchema, schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** Days of a school year on which the school gives no lessons: both are included. */
export const recessSchema = z.object({
  name: schoolNameSchema,
  first_day: calendarDaySchema,
  last_day: calendarDaySchema,
})
export type Recess = z.infer<typeof recessSchema>
export const recessFieldNames = recessSchema.keyof().options

/** More than a year has weeks. */
export const MOST_RECESSES = 60

/** All of a school year, in the place of those that it has. `version` is the year's, which they are part of. */
export const recessListSchema = z.object({
  entities: z.array(recessSchema).max(MOST_RECESSES),
  version: versionSchema.optional(),
})
export type RecessList = z.infer<typeof recessListSchema>
