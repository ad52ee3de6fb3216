import { z } from 'zod'
import { calendarDaySchema, schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** Days without lessons in a school year; first and last included. */
export const recessSchema = z.object({
  name: schoolNameSchema,
  first_day: calendarDaySchema,
  last_day: calendarDaySchema,
})
export type Recess = z.infer<typeof recessSchema>
export const recessFieldNames = recessSchema.keyof().options

/** Most recesses of a school year: more than it has weeks. */
export const MOST_RECESSES = 60

/** Replaces all recesses of a school year. `version` is that of the school year. */
export const recessListSchema = z.object({
  entities: z.array(recessSchema).max(MOST_RECESSES),
  version: versionSchema.optional(),
})
export type RecessList = z.infer<typeof recessListSchema>
