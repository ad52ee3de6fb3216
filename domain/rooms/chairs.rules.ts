import { inNameOrder } from '#domain/users/name-order.ts'
import type { Named } from '#domain/users/names.ts'

export const MOST_MOVED_AT_ONCE = 500

export interface RoomToFill {
  id: number
  seats: number
  extra_time: boolean
}

export interface FreeRoom extends RoomToFill {
  taken: number
}

interface Newcomer {
  extraTime: boolean
  /** id of the room where the student is already */
  hereId?: number | undefined
}

/**
 * The room in which a newcomer gets a chair: where they are already, if it has one left; else the one with most free chairs, the
 * first of those that are equal. Students with extra time come into rooms meant for them if these have a chair left, others only
 * if no other room has one. Undefined if every room is full.
 */
export function chooseRoom<Room extends FreeRoom>(
  rooms: readonly Room[],
  { extraTime, hereId }: Newcomer,
): Room | undefined {
  const roomHere = rooms.find(({ id, taken, seats }) => id === hereId && taken < seats)
  if (roomHere) return roomHere
  const best = (meant: boolean) => {
    let chosen: Room | undefined
    for (const room of rooms)
      if (room.extra_time === meant && room.taken < room.seats && (!chosen || freeOf(room) > freeOf(chosen)))
        chosen = room
    return chosen
  }
  return best(extraTime) ?? best(!extraTime)
}

const freeOf = ({ seats, taken }: FreeRoom): number => seats - taken

/**
 * A number that nobody in a room has: the lowest, but in a room for extra time any of its seats, as `drawn` from 0 up to 1. There
 * numbers follow no order, since the last ones would be of students who came later, and these come there for their extra time.
 */
export function freeNumber(
  { seats, extra_time }: Pick<RoomToFill, 'seats' | 'extra_time'>,
  taken: ReadonlySet<number>,
  drawn: number,
): number {
  const free = extra_time ? numbersUpTo(seats).filter((number) => !taken.has(number)) : []
  const chosen = free[Math.floor(drawn * free.length)]
  if (chosen !== undefined) return chosen
  let number = 1
  while (taken.has(number)) number += 1
  return number
}

const numbersUpTo = (last: number): number[] => Array.from({ length: last }, (_, before) => before + 1)

/**
 * Students who lose their chair because their room gets fewer seats. Students placed by hand stay longest; the last
 * by name go first. A room that was overfull by choice stays so until its seats become fewer.
 */
export function losingChairs<Student extends Named & { id: number; by_hand: boolean }>(
  students: readonly Student[],
  seats: { before: number; after: number },
): Student[] {
  if (seats.after >= seats.before) return []
  const ordered = inNameOrder(students)
  const staying = [...ordered.filter(({ by_hand }) => by_hand), ...ordered.filter(({ by_hand }) => !by_hand)]
  return staying.slice(seats.after)
}
