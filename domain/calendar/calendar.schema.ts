import { z } from 'zod'
import { instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'

export const calendarFeedSchema = z.object({
  created_at: instantSchema.nullable(),
  /** address of a new feed; not even the server can show it again later */
  url: z.url().optional(),
  /** `create` makes a new address that replaces the current one; `delete` only if there is one */
  _links: z.object({ create: linkSchema, delete: linkSchema.optional() }),
})
export type CalendarFeed = z.infer<typeof calendarFeedSchema>
