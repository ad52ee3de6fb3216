import { createCalendarFeed, deleteCalendarFeed } from '#contract/calendar.ts'
import type { CalendarFeed } from '#domain/calendar/calendar.schema.ts'
import { linkById } from '../platform/link-by-id.ts'

const create = linkById(createCalendarFeed)
const end = linkById(deleteCalendarFeed)

/** `feed` is undefined for who has none. */
export function calendarFeedReply(id: number, feed?: { created_at: string; url?: string }): CalendarFeed {
  if (!feed) return { created_at: null, _links: { create: create(id) } }
  return { ...feed, _links: { create: create(id), delete: end(id) } }
}
