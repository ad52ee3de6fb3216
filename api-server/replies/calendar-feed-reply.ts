import { createCalendarFeed, deleteCalendarFeed } from '#contract/calendar.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { CalendarFeed } from '#domain/calendar-file/calendar-feed.schema.ts'

/** `feed` is undefined for who has none. */
export function calendarFeedReply(id: number, feed?: { created_at: string; url?: string }): CalendarFeed {
  const create = { method: createCalendarFeed.method, href: pathOf(createCalendarFeed, { id }) }
  if (!feed) return { created_at: null, _links: { create } }
  const end = { method: deleteCalendarFeed.method, href: pathOf(deleteCalendarFeed, { id }) }
  return { ...feed, _links: { create, delete: end } }
}
