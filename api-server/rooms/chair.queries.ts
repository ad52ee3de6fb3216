import { inChunks } from '#database/queries/batched-reads.ts'
import { chairOfEnrollment } from '#database/queries/chair-of-enrollment.ts'
import type { Kysely } from '#database/tables.ts'

/** Lists the rooms of a moment in the order in which they are filled, with the number of students in each. */
export const listRoomsWithChairs = (kysely: Kysely, testmomentId: number) =>
  kysely
    .selectFrom('testmoment_room')
    .innerJoin('room', 'room.id', 'testmoment_room.room_id')
    .select(['room.id', 'room.name', 'room.extra_time', 'testmoment_room.seats'])
    .select((counted) =>
      counted
        .selectFrom('chair')
        .select(({ fn }) => fn.countAll<number>().as('students'))
        .whereRef('chair.testmoment_id', '=', 'testmoment_room.testmoment_id')
        .whereRef('chair.room_id', '=', 'testmoment_room.room_id')
        .$asScalar()
        .$notNull()
        .as('taken'),
    )
    .where('testmoment_room.testmoment_id', '=', testmomentId)
    .orderBy('testmoment_room.position')
    .execute()

export const findDivisionState = (kysely: Kysely, testmomentId: number) =>
  kysely
    .selectFrom('testmoment')
    .select(['divided_at', 'chairs_numbered', 'rooms_published_at'])
    .where('id', '=', testmomentId)
    .executeTakeFirstOrThrow()

/** One row per enrollment at a moment, with the student and their chair there; modules by name. */
export const listStudentsToSeat = (kysely: Kysely, testmomentId: number) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .leftJoin('chair', chairOfEnrollment)
    .select(['user.id', 'user.username', 'user.first_name', 'user.last_name', 'user.student_number', 'user.extra_time'])
    .select(['module.name as module_name', 'chair.room_id', 'chair.seat_number', 'chair.by_hand'])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .orderBy('module.name')
    .orderBy('enrollment.id')
    .execute()

export async function listNumbersInRooms(
  kysely: Kysely,
  { testmomentId, roomIds }: { testmomentId: number; roomIds: readonly number[] },
): Promise<Map<number, Set<number>>> {
  const numbers = new Map(roomIds.map((id) => [id, new Set<number>()]))
  if (roomIds.length === 0) return numbers
  const rows = await kysely
    .selectFrom('chair')
    .select(['room_id', 'seat_number'])
    .where('testmoment_id', '=', testmomentId)
    .where('room_id', 'in', roomIds)
    .where('seat_number', 'is not', null)
    .execute()
  for (const { room_id, seat_number } of rows) if (seat_number !== null) numbers.get(room_id)?.add(seat_number)
  return numbers
}

/** Lists those of these users who have no chair at a moment, with whether they have extra time. */
export async function listWithoutChair(
  kysely: Kysely,
  { testmomentId, userIds }: { testmomentId: number; userIds: readonly number[] },
): Promise<{ id: number; extra_time: boolean }[]> {
  const found: { id: number; extra_time: boolean }[] = []
  for (const ids of inChunks(userIds))
    found.push(
      ...(await kysely
        .selectFrom('user')
        .leftJoin('chair', (join) =>
          join.onRef('chair.user_id', '=', 'user.id').on('chair.testmoment_id', '=', testmomentId),
        )
        .select(['user.id', 'user.extra_time'])
        .where('user.id', 'in', ids)
        .where('chair.user_id', 'is', null)
        .execute()),
    )
  return found
}

export const findPublishedChair = (
  kysely: Kysely,
  { user_id, testmoment_id }: { user_id: number; testmoment_id: number },
) =>
  kysely
    .selectFrom('chair')
    .innerJoin('testmoment', 'testmoment.id', 'chair.testmoment_id')
    .innerJoin('room', 'room.id', 'chair.room_id')
    .select(['room.name as room', 'chair.seat_number'])
    .where('chair.user_id', '=', user_id)
    .where('chair.testmoment_id', '=', testmoment_id)
    .where('testmoment.rooms_published_at', 'is not', null)
    .executeTakeFirst()

export async function listSeatedIds(kysely: Kysely, testmomentId: number): Promise<number[]> {
  const rows = await kysely.selectFrom('chair').select('user_id').where('testmoment_id', '=', testmomentId).execute()
  return rows.map(({ user_id }) => user_id)
}
