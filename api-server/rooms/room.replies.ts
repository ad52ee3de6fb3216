import type { RoomUse } from '#api-server/facts/room.queries.ts'
import { linkById } from '#contract/endpoint.ts'
import { deleteRoom, editRoom } from '#contract/rooms.gen.ts'
import type { ListedRoom, Room } from '#domain/rooms/room.schema.ts'

const edit = linkById(editRoom)
const remove = linkById(deleteRoom)

/** A room as administrators see it. `use`: the moments that have it. */
export const roomReply = (room: Room, use: RoomUse | undefined): ListedRoom => ({
  ...room,
  coming: use?.coming ?? 0,
  _links: { edit: edit(room.id), ...(!use && { delete: remove(room.id) }) },
})
