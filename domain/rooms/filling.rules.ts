import { inNameOrder } from '#domain/users/name-order.ts'
import type { Named } from '#domain/users/names.ts'
import type { FreeRoom, RoomToFill } from './chairs.rules.ts'

/** Orders in which students fill the rooms: from A to Z, per module, or from A to Z with all rooms equally full. */
export const divisionWays = ['alphabet', 'module', 'evenly'] as const
export type DivisionWay = (typeof divisionWays)[number]

export interface Chair {
  room_id: number
  seat_number: number | null
  by_hand: boolean
}

export interface StudentToSeat extends Named {
  id: number
  extra_time: boolean
  /** names of the modules that the student takes there, in their order */
  modules: readonly string[]
  /** chair that the student has now */
  chair: Chair | null
}

/** A room while it is filled. */
export class Hall<Student extends StudentToSeat> implements FreeRoom {
  readonly id: number
  readonly seats: number
  readonly extra_time: boolean
  /** students who stay in the room */
  readonly kept: Student[] = []
  /** students who are placed in the room */
  readonly placed: Student[] = []

  constructor({ id, seats, extra_time }: RoomToFill) {
    this.id = id
    this.seats = seats
    this.extra_time = extra_time
  }

  get taken(): number {
    return this.kept.length + this.placed.length
  }

  get free(): number {
    return Math.max(0, this.seats - this.taken)
  }
}

export type Halls<Student extends StudentToSeat> = ReadonlyMap<number, Hall<Student>>

export const hallsOf = <Student extends StudentToSeat>(rooms: readonly RoomToFill[]): Halls<Student> =>
  new Map(rooms.map((room) => [room.id, new Hall<Student>(room)]))

/** Keeps students in their rooms; false for a room that the moment no longer has. */
export function keep<Student extends StudentToSeat>(halls: Halls<Student>, student: Student): boolean {
  const hall = student.chair ? halls.get(student.chair.room_id) : undefined
  hall?.kept.push(student)
  return hall !== undefined
}

/**
 * A number from 0 up to 1 that was drawn for a student, the same each time. Somebody who knows everything but the draw can't
 * infer who has extra time from who sits in a room (`room`), nor from the seat numbers there (`number`).
 */
export type Draw = (purpose: 'room' | 'number', userId: number) => number

/** Places students in the rooms, and returns those who found no chair, in the order of their names. */
export function fill<Student extends StudentToSeat>(
  halls: Halls<Student>,
  coming: readonly Student[],
  { way, draw }: { way: DivisionWay; draw: Draw },
): Student[] {
  const drawn = coming
    .map((student) => ({ student, at: draw('room', student.id) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ student }) => student)
  const others = drawn.filter(({ extra_time }) => !extra_time)
  const holding = placeExtraTime(
    [...halls.values()].filter(({ extra_time }) => extra_time),
    { students: drawn.filter(({ extra_time }) => extra_time), others: others.length },
  )
  const fills = fillsOf(holding, others.length)
  const ordinary = [...halls.values()].filter(({ extra_time }) => !extra_time)
  // Rooms for extra time in which nobody with extra time sits come last. They are drawn for too: somebody may come there later.
  const unneeded = [...halls.values()].filter((hall) => hall.extra_time && !fills.has(hall))
  const withoutRoom = others.length - sumOf(fills.values()) - sumOf(ordinary.map(({ free }) => free))
  for (const [hall, share] of inTurn(unneeded, Math.max(0, withoutRoom))) fills.set(hall, share)
  let filled = 0
  for (const [hall, share] of fills) {
    hall.placed.push(...others.slice(filled, filled + share))
    filled += share
  }

  const seated = new Set([...fills.keys()].flatMap(({ placed }) => placed))
  const rest = coming.filter((student) => !seated.has(student))
  let at = 0
  for (const [hall, share] of sharesOf(ordinary, rest.length, way)) {
    hall.placed.push(...rest.slice(at, at + share))
    at += share
  }
  // Back in the order of `coming`, in which seat numbers are given: otherwise students with extra time would get the first ones.
  const rank = new Map(coming.map(({ id }, place) => [id, place]))
  for (const { placed } of halls.values())
    placed.sort((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0))
  return inNameOrder(rest.slice(at))
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)

/**
 * Places students with extra time in the rooms meant for them, and returns the rooms that hold any. They first take at most half
 * of each room, so that as many others fit beside them. If more come, they take all chairs but one: it is for one of the others,
 * as long as there are any, so that no room of more than one seat holds only students with extra time.
 */
function placeExtraTime<Student extends StudentToSeat>(
  quiet: readonly Hall<Student>[],
  { students, others }: { students: readonly Student[]; others: number },
): Hall<Student>[] {
  const queue = students.toReversed()
  const place = (hall: Hall<Student>, most: number) => {
    for (let left = most; left > 0; left -= 1) {
      const student = queue.pop()
      if (!student) break
      hall.placed.push(student)
    }
  }
  for (const hall of quiet) place(hall, Math.min(hall.free, Math.floor((hall.free - lackOf(hall)) / 2)))
  let company = others
  for (const hall of quiet) {
    const spare = hall.seats > 1 && hall.free > 0 && isAlone(hall) && company > 0 ? 1 : 0
    place(hall, hall.free - spare)
    if (holdsExtraTime(hall)) company -= spare
  }
  return quiet.filter(holdsExtraTime)
}

/**
 * Numbers of others by which rooms with extra time are filled up: first one each, then at least as many as have extra time,
 * then as many as there are.
 */
function fillsOf<Room extends Hall<StudentToSeat>>(holding: readonly Room[], others: number): Map<Room, number> {
  const fills = new Map(holding.map((hall) => [hall, 0]))
  let left = others
  for (const least of [(hall: Room) => (isAlone(hall) ? 1 : 0), lackOf, ({ free }: Room) => free])
    for (const [hall, filled] of fills) {
      const more = Math.max(0, Math.min(least(hall), hall.free) - filled)
      fills.set(hall, filled + Math.min(more, left))
      left -= Math.min(more, left)
    }
  return fills
}

const inHall = ({ kept, placed }: Hall<StudentToSeat>): StudentToSeat[] => [...kept, ...placed]

const holdsExtraTime = (hall: Hall<StudentToSeat>): boolean => inHall(hall).some(({ extra_time }) => extra_time)

const isAlone = (hall: Hall<StudentToSeat>): boolean => inHall(hall).every(({ extra_time }) => extra_time)

/** How many others a room lacks to have as many as students with extra time; negative if it has more. */
const lackOf = (hall: Hall<StudentToSeat>): number =>
  inHall(hall).reduce((lack, { extra_time }) => lack + (extra_time ? 1 : -1), 0)

/** Numbers of students by room: each full before the next, or all equally full. */
const sharesOf = <Room extends { free: number }>(halls: readonly Room[], students: number, way: DivisionWay) =>
  way === 'evenly' ? equallyFull(halls, students) : inTurn(halls, students)

function inTurn<Room extends { free: number }>(halls: readonly Room[], students: number): Map<Room, number> {
  let left = students
  return new Map(
    halls.map((hall) => {
      const share = Math.min(hall.free, left)
      left -= share
      return [hall, share]
    }),
  )
}

/** Shares students in proportion to the free chairs; those that rounding leaves over go to the rooms that lost most by it. */
function equallyFull<Room extends { free: number }>(halls: readonly Room[], students: number): Map<Room, number> {
  const chairs = halls.reduce((sum, { free }) => sum + free, 0)
  const some = Math.min(students, chairs)
  const exact = halls.map((hall) => ({ hall, share: chairs === 0 ? 0 : (some * hall.free) / chairs }))
  const shares = new Map(exact.map(({ hall, share }) => [hall, Math.floor(share)]))
  let left = some - [...shares.values()].reduce((sum, share) => sum + share, 0)
  for (const { hall, share } of exact.toSorted((one, other) => (other.share % 1) - (one.share % 1))) {
    if (left === 0) break
    if (share % 1 === 0) continue
    shares.set(hall, Math.floor(share) + 1)
    left -= 1
  }
  return shares
}
