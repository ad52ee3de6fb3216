import { randomUUID } from 'node:crypto'
import { addRecipients, makeMessage } from '#api-server/facts/queue-message.ts'
import { listRooms } from '#api-server/facts/room.queries.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { announce } from '#database/changes/announce.ts'
import { roomChanges } from '#database/changes/change.ts'
import { rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import { type RoomAct, roomActLabel, roomAudienceLabel, roomSubject, roomText } from '#domain/rooms/chair.texts.ts'
import { compareDutch } from '#domain/users/names.ts'
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
  act: RoomAct
  changes: readonly ChairChange[]
}

/**
 * If the moment's rooms are published, sends the students whose chair changed a message, and updates their open screens. The
 * caller's transaction must have called `keepStudents`, so that they are not deleted meanwhile.
 */
export async function notifyOfChairs(trx: Transaction, notice: RoomNotice, now: number): Promise<void> {
  const { rooms_published_at } = await findDivisionState(trx, notice.testmomentId)
  if (rooms_published_at !== null) await sendChairs(trx, notice, now)
}

/**
 * Does the same whether or not rooms are published. Students with the same old and new room share a message, in which each
 * reads their own modules and seat number; all of them are of one act.
 */
export async function sendChairs(
  trx: Transaction,
  { testmomentId, actorId, act, changes }: RoomNotice,
  now: number,
): Promise<void> {
  const changed = changes.filter(hasMoved)
  if (changed.length === 0) return
  const moment = await requireTestmoment(trx, { id: testmomentId })
  const names = new Map((await listRooms(trx)).map(({ id, name }) => [id, name]))
  const chairOf = (place: Place | null) => {
    const room = place && names.get(place.room_id)
    return place && room ? { room, seat_number: place.seat_number } : null
  }
  const modules = await listModulesOf(trx, testmomentId, changed)
  const label = roomActLabel(act, moment)
  let firstId: number | null = null
  for (const some of Map.groupBy(changed, ({ from, to }) => `${from?.room_id} ${to?.room_id}`).values()) {
    const [first] = some
    if (!first) continue
    const [from, to] = [chairOf(first.from), chairOf(first.to)]
    const rooms = {
      from: from && { ...from, seat_number: null },
      to: to && { ...to, seat_number: null },
    }
    const texts = some.map((change): [number, string] => {
      const own = { from: chairOf(change.from), to: chairOf(change.to), modules: modules.get(change.user_id) ?? [] }
      return [change.user_id, roomText({ moment, ...own, now })]
    })
    const { id } = await makeMessage(
      trx,
      {
        kind: 'change',
        written: {
          key: randomUUID(),
          subject: roomSubject({ moment, ...rooms, now }),
          text: roomText({ moment, ...rooms, modules: [], now }),
        },
        senderId: actorId,
        audience: { testmoment_id: testmomentId, room_id: first.to?.room_id ?? null },
        audienceLabel: roomAudienceLabel(to?.room ?? null, moment),
        act: { firstId, label, automatic: act === 'enrolled' },
      },
      now,
    )
    firstId ??= id
    const userIds = some.map(({ user_id }) => user_id)
    await addRecipients(trx, { id, kind: 'change', texts: new Map(texts) }, userIds, now)
  }
  await announce(trx, roomChanges(changed.map(({ user_id }) => user_id)))
}

/** Lists names of the modules that students take at a moment, in order, by student. */
async function listModulesOf(
  trx: Transaction,
  testmomentId: number,
  students: readonly { user_id: number }[],
): Promise<Map<number, string[]>> {
  const modules = new Map<number, string[]>()
  const taken = trx
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select(['enrollment.user_id', 'module.name'])
    .where('enrollment.testmoment_id', '=', testmomentId)
  const userIds = students.map(({ user_id }) => user_id)
  const rows = await rowsInChunks(userIds, (ids) => taken.where('enrollment.user_id', 'in', ids).execute())
  for (const { user_id, name } of rows) modules.set(user_id, [...(modules.get(user_id) ?? []), name])
  for (const names of modules.values()) names.sort(compareDutch)
  return modules
}
