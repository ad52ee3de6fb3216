import type { CalendarFeed } from '#domain/calendar/calendar.schema.ts'
import { type ById, type EntityReply, endpoint } from './endpoint.ts'

/** By the enrollment's link `calendar`: an .ics with that one. */
export const downloadEnrollmentCalendar = endpoint<{ params: ById; reply: string }>('GET', '/enrollment/:id/calendar')

/** By the user's link `calendar_feed`: whether they have one. */
export const getCalendarFeed = endpoint<{ params: ById; reply: CalendarFeed }>('GET', '/user/:id/calendar-feed')

/** By the feed's link `create`: 201 with its address, which is given this once; an earlier one stops. */
export const createCalendarFeed = endpoint<{ params: ById; reply: EntityReply<CalendarFeed> }>(
  'POST',
  '/user/:id/calendar-feed',
  'userEdited',
)

/** By the feed's link `delete`: its address leads nowhere from now on. */
export const deleteCalendarFeed = endpoint<{ params: ById; reply: EntityReply<CalendarFeed> }>(
  'DELETE',
  '/user/:id/calendar-feed',
  'userEdited',
)

/** What calendar programs read, by the `url` of a feed: all enrollments of its owner. The key is all that it asks. */
export const readCalendarFeed = endpoint<{ params: { key: string }; reply: string }>(
  'GET',
  '/calendar/:key/toetsen.ics',
)
