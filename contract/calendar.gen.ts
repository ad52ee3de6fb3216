// Made of the declarations of calls by `npm run contract`.
import type * as calendarCalls from './calendar.calls.ts'
import { endpoint } from './endpoint.ts'

export const createCalendarFeed = endpoint<typeof calendarCalls.createCalendarFeed>('POST', '/user/:id/calendar-feed', { event: 'userEdited' })
export const deleteCalendarFeed = endpoint<typeof calendarCalls.deleteCalendarFeed>('DELETE', '/user/:id/calendar-feed', { event: 'userEdited' })
export const downloadEnrollmentCalendar = endpoint<typeof calendarCalls.downloadEnrollmentCalendar>('GET', '/enrollment/:id/calendar')
export const getCalendarFeed = endpoint<typeof calendarCalls.getCalendarFeed>('GET', '/user/:id/calendar-feed')
export const readCalendarFeed = endpoint<typeof calendarCalls.readCalendarFeed>('GET', '/calendar/:key/toetsen.ics')
