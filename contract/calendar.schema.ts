import { z } from 'zod'
import { calendarFeedSchema } from '#domain/calendar/calendar.schema.ts'
import type * as calendar from './calendar.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import { fileSchema } from './file.schema.ts'
import { entityReplySchema } from './list.schema.ts'
import { ICALENDAR } from './media-type.ts'

export const downloadEnrollmentCalendarSchemas = {
  params: byIdSchema,
  reply: fileSchema(ICALENDAR),
} satisfies SchemasOf<typeof calendar.downloadEnrollmentCalendar>

export const getCalendarFeedSchemas = {
  params: byIdSchema,
  reply: calendarFeedSchema,
} satisfies SchemasOf<typeof calendar.getCalendarFeed>

export const createCalendarFeedSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(calendarFeedSchema),
} satisfies SchemasOf<typeof calendar.createCalendarFeed>

export const deleteCalendarFeedSchemas = createCalendarFeedSchemas satisfies SchemasOf<
  typeof calendar.deleteCalendarFeed
>

/** Any text: what is no key is nobody's, and no other fault. */
export const readCalendarFeedSchemas = {
  params: z.object({ key: z.string() }),
  reply: fileSchema(ICALENDAR),
} satisfies SchemasOf<typeof calendar.readCalendarFeed>
