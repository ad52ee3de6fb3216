import type * as schemas from './dividing.schema.ts'
import { endpoint } from './endpoint.ts'

/** How the students of a test moment sit in its rooms. All of it is for administrators. */
export const readDivision = endpoint<typeof schemas.readDivisionSchemas>('GET', '/testmoment/:id/division')

/** Everybody at the moment with their chair, by name; only those in one room, or without a chair, by `room_id`. */
export const listChairs = endpoint<typeof schemas.listChairsSchemas>('GET', '/testmoment/:id/chairs')

/** Previews dividing students over the rooms. The division's link `preview`. */
export const previewDivision = endpoint<typeof schemas.previewDivisionSchemas>(
  'POST',
  '/testmoment/:id/division/preview',
  { kind: 'question' },
)

/**
 * Divides the students over the rooms; nobody is notified. 409 `plan-changed`, with the plan as it is now, when that is no
 * longer what was confirmed. The division's link `divide`.
 */
export const divideStudents = endpoint<typeof schemas.divideStudentsSchemas>(
  'POST',
  '/testmoment/:id/division',
  'roomsChanged',
)

/**
 * Moves students to a room; those who are not enrolled there, or sit there already, are skipped. 422 `room-full`, with the
 * number of free chairs, unless `above_seats`. The division's link `move`.
 */
export const moveChairs = endpoint<typeof schemas.moveChairsSchemas>('POST', '/testmoment/:id/chairs', 'roomsChanged')

/** Previews publishing the rooms: how many students would get a message. The division's link `preview_publication`. */
export const previewRoomsPublication = endpoint<typeof schemas.previewRoomsPublicationSchemas>(
  'POST',
  '/testmoment/:id/rooms/publication/preview',
  { kind: 'question' },
)

/**
 * Shows students their own room and sends each of them a message; later changes of it are sent too. 409 `plan-changed`, with
 * the plan as it is now. The division's link `publish`.
 */
export const publishRooms = endpoint<typeof schemas.publishRoomsSchemas>(
  'POST',
  '/testmoment/:id/rooms/publication',
  'roomsChanged',
)
