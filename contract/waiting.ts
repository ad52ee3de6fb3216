import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './waiting.schema.ts'

/** Returns free seats for a student: a small reply with its own ETag, separate from the lists. A student's link `seats`. */
export const readSeats = endpoint<typeof schemas.readSeatsSchemas>('GET', '/user/:id/seats')
/** Seats at current moments that limit them, and the student's places on waiting lists. */
export type SeatsReply = ReplyOf<typeof readSeats>

/**
 * Joins a waiting list: 201 with the place, 200 with an existing one. If a seat is free by then, enrolls instead: 201 with
 * `enrollment`. Refused (422) as enrolling is, for every reason but `moment-full`.
 */
export const joinWaiting = endpoint<typeof schemas.joinWaitingSchemas>('POST', '/waiting', 'seatsChanged')

/** Leaves the waiting list; an administrator removes a student, who is notified. An entry's link `leave`. */
export const leaveWaiting = endpoint<typeof schemas.leaveWaitingSchemas>('DELETE', '/waiting/:id', 'seatsChanged')

/** Dismisses an outcome: it is not shown again. An outcome's link `seen`. */
export const seeWaitingOutcome = endpoint<typeof schemas.seeWaitingOutcomeSchemas>('PUT', '/waiting/outcome/:id/seen')

/** Lists the waiting students of a test moment. The moment's link `waiting`. For administrators, as is the next. */
export const listWaiting = endpoint<typeof schemas.listWaitingSchemas>('GET', '/testmoment/:id/waiting/:paging')

/**
 * Gives a seat to a waiting student, regardless of those before them. Refused (422) like enrolling or moving them, and with
 * `moment-full` if all seats are taken; 404 if the entry is gone. An entry's link `promote`.
 */
export const promoteWaiting = endpoint<typeof schemas.promoteWaitingSchemas>(
  'POST',
  '/waiting/:id/promote',
  'enrollmentsChanged',
)
