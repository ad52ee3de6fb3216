import { z } from 'zod'
import { instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'

/** A student's own address for calendar programs. */
export const calendarFeedSchema = z.object({
  /** null while there is none */
  created_at: instantSchema.nullable(),
  /** address of a feed made just now: nobody, the server included, can give it again */
  url: z.url().optional(),
  /** `create` makes another in its place; `delete` is there while there is one */
  _links: z.object({ create: linkSchema, delete: linkSchema.optional() }),
})
export type CalendarFeed = z.infer<typeof calendarFeedSchema>
