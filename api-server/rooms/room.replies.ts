import { linkById } from '#contract/endpoint.ts'
import { deleteRoom, editRoom } from '#contract/rooms.gen.ts'
import type { ListedRoom, Room } from '#domain/rooms/room.schema.ts'

const edit = linkById(editRoom)
const remove = linkById(deleteRoom)

/** A room as administrators see it. `coming` by `countRoomUse`. */
export const roomReply = (room: Room, coming: number | undefined): ListedRoom => ({
  ...room,
  coming: coming ?? 0,
  _links: { edit: edit(room.id), ...(coming === undefined && { delete: remove(room.id) }) },
})
