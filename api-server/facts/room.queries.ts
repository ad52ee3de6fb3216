import type { NotNull } from 'kysely'
import type { Kysely } from '#database/tables.ts'
import { compareRooms } from '#domain/rooms/room.rules.ts'
import { type Room, roomFieldNames } from '#domain/rooms/room.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'

export const findRoom = (kysely: Kysely, id: number): Promise<Room | undefined> =>
  kysely.selectFrom('room').select(roomFieldNames).where('id', '=', id).executeTakeFirst()

export async function listRooms(kysely: Kysely): Promise<Room[]> {
  const rooms = await kysely.selectFrom('room').select(roomFieldNames).execute()
  return rooms.toSorted(compareRooms)
}

/**
 * Numbers of moments that have a room and are not over at `now`, for all rooms or for these. A room that no moment and no
 * link of invigilators ever had is missing.
 */
export async function countRoomUse(kysely: Kysely, now: number, ids?: readonly number[]): Promise<Map<number, number>> {
  const rows = await kysely
    .selectFrom('testmoment_room')
    .innerJoin('testmoment', 'testmoment.id', 'testmoment_room.testmoment_id')
    .select(['room_id', 'date', 'duration'])
    .$if(ids !== undefined, (query) => query.where('room_id', 'in', ids ?? []))
    .execute()
  const linked = await kysely
    .selectFrom('invigilator_link')
    .select('room_id')
    .distinct()
    .where('room_id', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('room_id', 'in', ids ?? []))
    .$narrowType<{ room_id: NotNull }>()
    .execute()
  const coming = new Map(linked.map(({ room_id }) => [room_id, 0]))
  for (const { room_id, ...moment } of rows)
    coming.set(room_id, (coming.get(room_id) ?? 0) + Number(isCurrent(moment, now)))
  return coming
}
