import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { compareRooms } from '#domain/rooms/room.rules.ts'
import { type Room, roomFieldNames } from '#domain/rooms/room.schema.ts'

export const findRoom = (kysely: Kysely<Tables>, id: number): Promise<Room | undefined> =>
  kysely.selectFrom('room').select(roomFieldNames).where('id', '=', id).executeTakeFirst()

/** Lists the school's rooms in their order. */
export async function listRooms(kysely: Kysely<Tables>): Promise<Room[]> {
  const rooms = await kysely.selectFrom('room').select(roomFieldNames).execute()
  return rooms.toSorted(compareRooms)
}

/** The last place in the order of rooms that is taken; 0 without rooms. */
export async function lastPosition(kysely: Kysely<Tables>): Promise<number> {
  const { last } = await kysely
    .selectFrom('room')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}
