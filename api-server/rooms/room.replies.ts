import { linkById } from '#contract/endpoint.ts'
import { deleteRoom, editRoom } from '#contract/rooms.ts'
import type { ListedRoom, Room } from '#domain/rooms/room.schema.ts'

const edit = linkById(editRoom)
const remove = linkById(deleteRoom)

/** A room as administrators see it. */
export const roomReply = (room: Room): ListedRoom => ({
  ...room,
  _links: { edit: edit(room.id), delete: remove(room.id) },
})
