import { z } from 'zod'
import { linkSchema } from '#domain/entities/entity.schema.ts'

/** PostgreSQL knows no year 0, and 26 typed for 2026 is no year of ours: as in date-input.rules.ts. */
const FROM_THE_YEAR_1000 = /^[1-9]/

/** A calendar day in Europe/Amsterdam, 'YYYY-MM-DD'; days that do not exist are refused. */
export const calendarDaySchema = z.iso.date().regex(FROM_THE_YEAR_1000)

/** An instant in UTC, ISO 8601 with milliseconds and 'Z'. */
export const instantSchema = z.iso.datetime({ precision: 3 })

/** A student's own address for calendar programs. */
export const calendarFeedSchema = z.object({
  /** null while there is none */
  created_at: instantSchema.nullable(),
  /** of a feed made just now: nobody, the server included, can give the address again */
  url: z.url().optional(),
  /** `create` makes another in its place; `delete` is there while there is one */
  _links: z.object({ create: linkSchema, delete: linkSchema.optional() }),
})
export type CalendarFeed = z.infer<typeof calendarFeedSchema>
