import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './waiting.schema.ts'

/** Free seats for a student: small, apart from the lists, and tagged by its contents. A student's link `seats`. */
export const readSeats = endpoint<typeof schemas.readSeatsSchemas>('GET', '/user/:id/seats')
/** How it stands with the seats at current moments that have them, and where a student waits. */
export type SeatsReply = ReplyOf<typeof readSeats>

/**
 * A place in line: 201 with it, 200 where they have it already. Who finds a seat by then is enrolled instead: 201 with
 * `enrollment`. Refused (422) as enrolling is, for every reason but `moment-full`.
 */
export const joinWaiting = endpoint<typeof schemas.joinWaitingSchemas>('POST', '/waiting', 'seatsChanged')

/** Leaves the waiting list; an administrator takes the student off it, who is notified. An entry's link `leave`. */
export const leaveWaiting = endpoint<typeof schemas.leaveWaitingSchemas>('DELETE', '/waiting/:id', 'seatsChanged')

/** Marks an outcome as seen: it is not shown again. An outcome's link `seen`. */
export const seeWaitingOutcome = endpoint<typeof schemas.seeWaitingOutcomeSchemas>('PUT', '/waiting/outcome/:id/seen')

/** The line of a test moment, by the moment's link `waiting`. For administrators, as giving a seat is. */
export const listWaiting = endpoint<typeof schemas.listWaitingSchemas>('GET', '/testmoment/:id/waiting/:paging')

/**
 * Gives a seat to a waiting student, regardless of those before them. Refused (422) like enrolling or moving them, and
 * with `moment-full` where all seats are taken; 404 when the entry is gone. An entry's link `promote`.
 */
export const promoteWaiting = endpoint<typeof schemas.promoteWaitingSchemas>(
  'POST',
  '/waiting/:id/promote',
  'enrollmentsChanged',
)
