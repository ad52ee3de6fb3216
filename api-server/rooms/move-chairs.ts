import type { Deps } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { keepStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import type { Kysely } from '#database/tables.ts'
import { movedChairsSubject } from '#domain/audit/audit.texts.ts'
import type { ChairMove, SeatedStudentRow } from '#domain/rooms/dividing.schema.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { findDivisionState, listNumbersInRooms, listRoomsWithChairs } from './chair.queries.ts'
import { loadStudents } from './dividing.ts'
import { insertChairs, takeNumber } from './give-chairs.ts'
import { notifyOfChairs } from './notify-of-chairs.ts'

/** Lists students by name; only those in one room, or without a chair (`none`). Throws `not-found`. */
export async function listChairs(
  kysely: Kysely,
  { testmomentId, roomId }: { testmomentId: number; roomId: number | 'none' | undefined },
): Promise<SeatedStudentRow[]> {
  await requireTestmoment(kysely, { id: testmomentId })
  const wanted = roomId === 'none' ? null : roomId
  const students = (await loadStudents(kysely, testmomentId)).filter(
    ({ chair }) => wanted === undefined || (chair?.room_id ?? null) === wanted,
  )
  return inNameOrder(students).map(({ chair, extra_time: _, ...student }) => ({
    ...student,
    modules: [...student.modules],
    room_id: chair?.room_id ?? null,
    seat_number: chair?.seat_number ?? null,
    by_hand: chair?.by_hand ?? false,
  }))
}

/**
 * Moves students to a room by hand, where dividing keeps them, and returns how many. Those who are not enrolled there or have a
 * chair in it already are skipped. Throws `not-found`, `room-unknown` if the moment does not have the room, and `room-full` with
 * the number of free chairs unless `above_seats`.
 */
export function moveChairs(
  { database, clock }: Deps,
  actor: Actor,
  { testmomentId, user_ids, room_id, above_seats = false }: ChairMove & { testmomentId: number },
): Promise<number> {
  return database.transaction(async (trx) => {
    await keepStudents(trx, [...new Set(user_ids)])
    await lockTestmoment(trx, testmomentId)
    await requireTestmoment(trx, { id: testmomentId })
    const room = (await listRoomsWithChairs(trx, testmomentId)).find(({ id }) => id === room_id)
    if (!room) throw new Problem('room-unknown')
    const named = new Set(user_ids)
    const coming = inNameOrder(
      (await loadStudents(trx, testmomentId)).filter(({ id, chair }) => named.has(id) && chair?.room_id !== room_id),
    )
    if (coming.length === 0) return 0
    const free = Math.max(0, room.seats - room.taken)
    const isAbove = coming.length > free
    if (isAbove && !above_seats) throw new Problem('room-full', { details: { free } })

    const ids = coming.map(({ id }) => id)
    await trx.deleteFrom('chair').where('testmoment_id', '=', testmomentId).where('user_id', 'in', ids).execute()
    const { chairs_numbered } = await findDivisionState(trx, testmomentId)
    const roomIds = chairs_numbered ? [room_id] : []
    const numbers = (await listNumbersInRooms(trx, { testmomentId, roomIds })).get(room_id)
    const changes = coming.map(({ id: user_id, chair: from }) => ({
      user_id,
      from,
      to: { room_id, seat_number: takeNumber(room, numbers), by_hand: true },
    }))
    await insertChairs(
      trx,
      changes.map(({ user_id, to }) => ({ testmoment_id: testmomentId, user_id, ...to })),
    )
    const action = isAbove ? 'chairs-moved-above-seats' : 'chairs-moved'
    const about = movedChairsSubject(ids.length, room.name)
    const now = clock()
    await recordChange(trx, { actorId: actor.id, action, resource: 'testmoment', resourceId: testmomentId, about }, now)
    await notifyOfChairs(trx, { testmomentId, actorId: actor.id, act: 'moved', changes }, now)
    return ids.length
  })
}
