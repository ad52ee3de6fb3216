import { z } from 'zod'
import { instantSchema } from '#domain/calendar/calendar.schema.ts'
import { linkSchema } from '#domain/link/link.schema.ts'

/** A student's own address for calendar programs. */
export const calendarFeedSchema = z.object({
  /** null while there is none */
  created_at: instantSchema.nullable(),
  /** of a feed made just now: nobody, the server included, can tell the address again */
  url: z.url().optional(),
  /** `create` makes another in its place; `delete` is there while there is one */
  _links: z.object({ create: linkSchema, delete: linkSchema.optional() }),
})
export type CalendarFeed = z.infer<typeof calendarFeedSchema>
