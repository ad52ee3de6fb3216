// Made of the declarations of calls by `npm run contract`.
import type * as dividingCalls from './dividing.calls.ts'
import { endpoint } from './endpoint.ts'

export const divideStudents = endpoint<typeof dividingCalls.divideStudents>('POST', '/testmoment/:id/division', { event: 'roomsChanged' })
export const listChairs = endpoint<typeof dividingCalls.listChairs>('GET', '/testmoment/:id/chairs')
export const moveChairs = endpoint<typeof dividingCalls.moveChairs>('POST', '/testmoment/:id/chairs', { event: 'roomsChanged' })
export const previewDivision = endpoint<typeof dividingCalls.previewDivision>('POST', '/testmoment/:id/division/preview', { kind: 'question' })
export const previewRoomsPublication = endpoint<typeof dividingCalls.previewRoomsPublication>('POST', '/testmoment/:id/rooms/publication/preview', { kind: 'question' })
export const publishRooms = endpoint<typeof dividingCalls.publishRooms>('POST', '/testmoment/:id/rooms/publication', { event: 'roomsChanged' })
export const readDivision = endpoint<typeof dividingCalls.readDivision>('GET', '/testmoment/:id/division')
