import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './waiting.schema.ts'

/** By a student's link `seats`. Small, apart from the lists, and tagged by what it says. */
export const readSeats = endpoint<typeof schemas.readSeatsSchemas>('GET', '/user/:id/seats')
/** How it stands with the seats at current moments that have them, and where a student waits. */
export type SeatsReply = ReplyOf<typeof readSeats>

/**
 * A place in line: 201 with it, 200 where they have it already. Who finds a seat by then is enrolled instead: 201 with
 * `enrollment`. Refused (422) as enrolling is, for every reason but `moment-full`.
 */
export const joinWaiting = endpoint<typeof schemas.joinWaitingSchemas>('POST', '/waiting', 'seatsChanged')

/** By an entry's link `leave`, for the student; for administrators it takes the student off the list, who is notified. */
export const leaveWaiting = endpoint<typeof schemas.leaveWaitingSchemas>('DELETE', '/waiting/:id', 'seatsChanged')

/** By an outcome's link `seen`: it is not shown again. */
export const seeWaitingOutcome = endpoint<typeof schemas.seeWaitingOutcomeSchemas>('PUT', '/waiting/outcome/:id/seen')

/** The line of a test moment, by the moment's link `waiting`. For administrators, as giving a seat is. */
export const listWaiting = endpoint<typeof schemas.listWaitingSchemas>('GET', '/testmoment/:id/waiting/:paging')

/**
 * By an entry's link `promote`: a seat for a waiting student, regardless of those before them. Refused (422) as enrolling
 * or moving them is, and as `moment-full` where all seats are taken; 404 when the entry is gone.
 */
export const promoteWaiting = endpoint<typeof schemas.promoteWaitingSchemas>(
  'POST',
  '/waiting/:id/promote',
  'enrollmentsChanged',
)
