import { z } from 'zod'
import { calendarDaySchema, timeOfDaySchema } from '#domain/entities/entity.schema.ts'

/** 'day': on `date`; 'week': within the seven days from `date` on. */
export const durationSchema = z.enum(['day', 'week'])
export type Duration = z.infer<typeof durationSchema>

/** Columns by which people recognize a moment, named as in the database. Labels consist of these, see date-labels.ts. */
export const whenAndWhereSchema = z.object({
  date: calendarDaySchema,
  duration: durationSchema,
  location: z.string().nullable(),
  starts_at: timeOfDaySchema.nullable(),
  ends_at: timeOfDaySchema.nullable(),
})
export type WhenAndWhere = z.infer<typeof whenAndWhereSchema>
export const whenAndWhereFieldNames = whenAndWhereSchema.keyof().options

/** Field that a student's lists add to where a moment is. `address`: where a map leads; left out where it would find nothing. */
export const routedSchema = z.object({ address: z.string().optional() })
export type Routed = z.infer<typeof routedSchema>
