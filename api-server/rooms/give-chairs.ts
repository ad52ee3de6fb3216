import { randomInt } from 'node:crypto'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import { chooseRoom, freeNumber, type RoomToFill } from '#domain/rooms/chairs.rules.ts'
import { findDivisionState, listNumbersInRooms, listRoomsWithChairs, listWithoutChair } from './chair.queries.ts'

interface Newcomer {
  user_id: number
  testmoment_id: number
  /** room where the student is already; they sit there if it has a free chair */
  here_id?: number | undefined
}

export interface ChairRow extends Omit<Newcomer, 'here_id'> {
  room_id: number
  seat_number: number | null
  by_hand: boolean
}

/**
 * Gives chairs to students who were just enrolled at moments that are divided over rooms, in their order, and returns those
 * chairs. Who has a chair there keeps it; who finds none is enrolled without. A step of a larger transaction, which holds the
 * seats of these moments (`lockPlaces`).
 */
export async function giveChairs(trx: Transaction, newcomers: readonly Newcomer[]): Promise<ChairRow[]> {
  const given: ChairRow[] = []
  for (const [testmomentId, some] of Map.groupBy(newcomers, ({ testmoment_id }) => testmoment_id)) {
    const students = new Map(some.map(({ user_id, here_id }) => [user_id, here_id]))
    given.push(...(await chooseChairs(trx, { testmomentId, students })))
  }
  await insertChairs(trx, given)
  return given
}

async function chooseChairs(
  trx: Transaction,
  { testmomentId, students }: { testmomentId: number; students: ReadonlyMap<number, number | undefined> },
): Promise<ChairRow[]> {
  const userIds = [...students.keys()]
  const rooms = await listRoomsWithChairs(trx, testmomentId)
  const found = await listWithoutChair(trx, { testmomentId, userIds })
  const extraTime = new Map(found.map(({ id, extra_time }) => [id, extra_time]))
  const { chairs_numbered } = await findDivisionState(trx, testmomentId)
  const roomIds = chairs_numbered ? rooms.filter(({ seats, taken }) => taken < seats).map(({ id }) => id) : []
  const numbers = await listNumbersInRooms(trx, { testmomentId, roomIds })
  return userIds.flatMap((user_id): ChairRow[] => {
    const hasExtraTime = extraTime.get(user_id)
    const hereId = students.get(user_id)
    const room = hasExtraTime === undefined ? undefined : chooseRoom(rooms, { extraTime: hasExtraTime, hereId })
    if (!room) return []
    room.taken += 1
    const seat_number = takeNumber(room, numbers.get(room.id))
    return [{ testmoment_id: testmomentId, user_id, room_id: room.id, seat_number, by_hand: false }]
  })
}

/** Takes a number that nobody has in a room; null where chairs have no numbers. */
export function takeNumber(room: RoomToFill, numbers: Set<number> | undefined): number | null {
  if (!numbers) return null
  const number = freeNumber(room, numbers, randomInt(MOST_DRAWN) / MOST_DRAWN)
  numbers.add(number)
  return number
}

const MOST_DRAWN = 2 ** 32

export async function insertChairs(trx: Transaction, chairs: readonly ChairRow[]): Promise<void> {
  for (const rows of inChunks(chairs)) await trx.insertInto('chair').values(rows).execute()
}
