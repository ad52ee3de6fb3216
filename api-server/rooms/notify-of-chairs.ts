import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { listRooms } from '#api-server/facts/room.queries.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { announce } from '#database/changes/announce.ts'
import { roomChanges } from '#database/changes/change.ts'
import type { Tables } from '#database/tables.ts'
import { roomAudienceLabel, roomMessage } from '#domain/rooms/chair.texts.ts'
import { findDivisionState } from './chair.queries.ts'

interface Place {
  room_id: number
  seat_number: number | null
}

/** A student who gets another chair than before; null for none. */
export interface ChairChange {
  user_id: number
  from: Place | null
  to: Place | null
}

/** Whether a student gets another room, or another seat number in the same room. */
export const hasMoved = ({ from, to }: ChairChange): boolean =>
  from?.room_id !== to?.room_id || from?.seat_number !== to?.seat_number

interface RoomNotice {
  testmomentId: number
  /** sender of the messages */
  actorId: number
  changes: readonly ChairChange[]
}

/**
 * If the moment's rooms are published, sends the students whose chair changed a message, and updates their open screens. The
 * caller's transaction must have called `keepStudents`, so that they are not deleted meanwhile.
 */
export async function notifyOfChairs(trx: Transaction<Tables>, notice: RoomNotice, now: number): Promise<void> {
  const { rooms_published_at } = await findDivisionState(trx, notice.testmomentId)
  if (rooms_published_at !== null) await sendChairs(trx, notice, now)
}

/**
 * Does the same whether or not rooms are published. Students with the same old and new room get one common message. Returns how
 * many students got a message.
 */
export async function sendChairs(
  trx: Transaction<Tables>,
  { testmomentId, actorId, changes }: RoomNotice,
  now: number,
): Promise<number> {
  const changed = changes.filter(hasMoved)
  if (changed.length === 0) return 0
  const moment = await requireTestmoment(trx, { id: testmomentId })
  const names = new Map((await listRooms(trx)).map(({ id, name }) => [id, name]))
  const nameOf = (place: Place | null) => (place === null ? null : (names.get(place.room_id) ?? null))
  let sent = 0
  for (const some of Map.groupBy(changed, ({ from, to }) => `${from?.room_id} ${to?.room_id}`).values()) {
    const [first] = some
    if (!first) continue
    const [from, to] = [nameOf(first.from), nameOf(first.to)]
    sent += await messageAboutChange(
      trx,
      {
        written: { key: randomUUID(), ...roomMessage({ moment, from, to, now }) },
        senderId: actorId,
        about: { testmoment_id: testmomentId, room_id: first.to?.room_id ?? null },
        label: roomAudienceLabel(to, moment),
        userIds: some.map(({ user_id }) => user_id),
      },
      now,
    )
  }
  await announce(trx, roomChanges(changed.map(({ user_id }) => user_id)))
  return sent
}
