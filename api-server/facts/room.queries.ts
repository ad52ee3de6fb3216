import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { compareRooms } from '#domain/rooms/room.rules.ts'
import { type Room, roomFieldNames } from '#domain/rooms/room.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'

export const findRoom = (kysely: Kysely<Tables>, id: number): Promise<Room | undefined> =>
  kysely.selectFrom('room').select(roomFieldNames).where('id', '=', id).executeTakeFirst()

export async function listRooms(kysely: Kysely<Tables>): Promise<Room[]> {
  const rooms = await kysely.selectFrom('room').select(roomFieldNames).execute()
  return rooms.toSorted(compareRooms)
}

export interface RoomUse {
  /** moments that have the room, or a link of invigilators for it */
  testmoments: number
  /** how many of `testmoments` are not over */
  coming: number
}

/** Counts the moments of rooms (of all, or of these), at `now` (ms); a room without any is missing. */
export async function countRoomUse(
  kysely: Kysely<Tables>,
  now: number,
  ids?: readonly number[],
): Promise<Map<number, RoomUse>> {
  const rows = await kysely
    .selectFrom('testmoment_room')
    .innerJoin('testmoment', 'testmoment.id', 'testmoment_room.testmoment_id')
    .select(['testmoment.id', 'room_id', 'date', 'duration'])
    .$if(ids !== undefined, (query) => query.where('room_id', 'in', ids ?? []))
    .execute()
  const linked = await kysely
    .selectFrom('invigilator_link')
    .select(['testmoment_id', 'room_id'])
    .distinct()
    .where('room_id', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('room_id', 'in', ids ?? []))
    .execute()
  const moments = new Map<number, Set<number>>()
  for (const { room_id, id } of [...rows, ...linked.map(({ testmoment_id: id, room_id }) => ({ id, room_id }))])
    if (room_id !== null) moments.set(room_id, (moments.get(room_id) ?? new Set()).add(id))
  const coming = Map.groupBy(
    rows.filter((moment) => isCurrent(moment, now)),
    ({ room_id }) => room_id,
  )
  return new Map(
    [...moments].map(([id, some]) => [id, { testmoments: some.size, coming: coming.get(id)?.length ?? 0 }]),
  )
}
