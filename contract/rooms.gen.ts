// Made of the declarations of calls by `npm run contract`.
import type * as roomsCalls from './rooms.calls.ts'
import { endpoint } from './endpoint.ts'

export const archiveRooms = endpoint<typeof roomsCalls.archiveRooms>('PUT', '/rooms/archived', { event: 'roomsChanged' })
export const createRoom = endpoint<typeof roomsCalls.createRoom>('POST', '/room', { event: 'roomsChanged' })
export const deleteRoom = endpoint<typeof roomsCalls.deleteRoom>('DELETE', '/room/:id', { event: 'roomsChanged' })
export const editRoom = endpoint<typeof roomsCalls.editRoom>('PUT', '/room/:id', { event: 'roomsChanged' })
export const editTestmomentRooms = endpoint<typeof roomsCalls.editTestmomentRooms>('PUT', '/testmoment/:id/rooms', { event: 'roomsChanged' })
export const listRooms = endpoint<typeof roomsCalls.listRooms>('GET', '/rooms')
export const listTestmomentRooms = endpoint<typeof roomsCalls.listTestmomentRooms>('GET', '/testmoment/:id/rooms')
