import type * as schemas from './calendar.schema.ts'
import { endpoint } from './endpoint.ts'

/** Downloads an .ics with that enrollment. The enrollment's link `calendar`. */
export const downloadEnrollmentCalendar = endpoint<typeof schemas.downloadEnrollmentCalendarSchemas>(
  'GET',
  '/enrollment/:id/calendar',
)

/** Returns whether the user has a feed. The user's link `calendar_feed`. */
export const getCalendarFeed = endpoint<typeof schemas.getCalendarFeedSchemas>('GET', '/user/:id/calendar-feed')

/** Creates a feed: 201 with its address, which is given only this once; an earlier feed ends. The feed's link `create`. */
export const createCalendarFeed = endpoint<typeof schemas.createCalendarFeedSchemas>(
  'POST',
  '/user/:id/calendar-feed',
  'userEdited',
)

/** Deletes the feed: its address stops working. The feed's link `delete`. */
export const deleteCalendarFeed = endpoint<typeof schemas.deleteCalendarFeedSchemas>(
  'DELETE',
  '/user/:id/calendar-feed',
  'userEdited',
)

/**
 * Returns all enrollments of a feed's owner, for calendar programs, at the feed's `url`. The key in it is the only credential.
 */
export const readCalendarFeed = endpoint<typeof schemas.readCalendarFeedSchemas>('GET', '/calendar/:key/toetsen.ics')
