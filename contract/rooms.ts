import { endpoint } from './endpoint.ts'
import type * as schemas from './rooms.schema.ts'

/** Archived rooms are left out unless they are asked for, with `archived=1`. */
export const listRooms = endpoint<typeof schemas.listRoomsSchemas>('GET', '/rooms')

/** 422 with `room-name-taken`, a `RoomRefusal` or a `SchoolNameRefusal`. */
export const createRoom = endpoint<typeof schemas.createRoomSchemas>('POST', '/room', 'roomsChanged')

/** Edits, archives or restores a room. The room's link `edit`. */
export const editRoom = endpoint<typeof schemas.editRoomSchemas>('PUT', '/room/:id', 'roomsChanged')

/** The room's link `delete`. */
export const deleteRoom = endpoint<typeof schemas.deleteRoomSchemas>('DELETE', '/room/:id', 'roomsChanged')
