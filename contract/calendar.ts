import type * as schemas from './calendar.schema.ts'
import { endpoint } from './endpoint.ts'

/** By the enrollment's link `calendar`: an .ics with that one. */
export const downloadEnrollmentCalendar = endpoint<typeof schemas.downloadEnrollmentCalendarSchemas>(
  'GET',
  '/enrollment/:id/calendar',
)

/** By the user's link `calendar_feed`: whether they have one. */
export const getCalendarFeed = endpoint<typeof schemas.getCalendarFeedSchemas>('GET', '/user/:id/calendar-feed')

/** By the feed's link `create`: 201 with its address, which is given this once; an earlier one stops. */
export const createCalendarFeed = endpoint<typeof schemas.createCalendarFeedSchemas>(
  'POST',
  '/user/:id/calendar-feed',
  'userEdited',
)

/** By the feed's link `delete`: its address leads nowhere from now on. */
export const deleteCalendarFeed = endpoint<typeof schemas.deleteCalendarFeedSchemas>(
  'DELETE',
  '/user/:id/calendar-feed',
  'userEdited',
)

/** What calendar programs read, by the `url` of a feed: all enrollments of its owner. The key is all that it asks. */
export const readCalendarFeed = endpoint<typeof schemas.readCalendarFeedSchemas>('GET', '/calendar/:key/toetsen.ics')
