import { endpoint } from './endpoint.ts'
import type * as schemas from './rooms.schema.ts'

/** Archived rooms are left out unless they are asked for, with `archived=1`. */
export const listRooms = endpoint<typeof schemas.listRoomsSchemas>('GET', '/rooms')

/** 422 with `room-name-taken`, a `RoomRefusal` or a `SchoolNameRefusal`. */
export const createRoom = endpoint<typeof schemas.createRoomSchemas>('POST', '/room', 'roomsChanged')

/** Edits, archives or restores a room. The room's link `edit`. */
export const editRoom = endpoint<typeof schemas.editRoomSchemas>('PUT', '/room/:id', 'roomsChanged')

/** 409 `room-in-use` when a moment has it, or had it. The room's link `delete`. */
export const deleteRoom = endpoint<typeof schemas.deleteRoomSchemas>('DELETE', '/room/:id', 'roomsChanged')

/** Rooms of a moment, and others that it could have; with other moments that need them at the same time. */
export const listTestmomentRooms = endpoint<typeof schemas.listTestmomentRoomsSchemas>('GET', '/testmoment/:id/rooms')

/**
 * Replaces the rooms of a moment. 409 `version-stale`, and `confirmation-needed` when students would lose their chair; 422 `room-unknown`, or `room-archived` for one that it did not have.
 * The list's link `edit`.
 */
export const editTestmomentRooms = endpoint<typeof schemas.editTestmomentRoomsSchemas>(
  'PUT',
  '/testmoment/:id/rooms',
  'roomsChanged',
)
