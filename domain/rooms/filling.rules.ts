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

/** Fills the halls and returns those who found no chair. */
export function fill<Student extends StudentToSeat>(
  halls: Halls<Student>,
  coming: readonly Student[],
  way: DivisionWay,
): Student[] {
  const others = coming.filter(({ extra_time }) => !extra_time)
  const { holding, over } = placeExtraTime(
    [...halls.values()].filter(({ extra_time }) => extra_time),
    { students: coming.filter(({ extra_time }) => extra_time), others: others.length },
  )

  const fills = fillsOf(holding, others.length)
  const ordinary = [...halls.values()].filter((hall) => !fills.has(hall))
  // Rooms for extra time in which nobody with extra time sits come last.
  const first = ordinary.filter(({ extra_time }) => !extra_time)
  const last = ordinary.filter(({ extra_time }) => extra_time)
  const filling = [...fills.values()].reduce((sum, share) => sum + share, 0)
  const rest = others.length - filling + over.length
  const shares = new Map([...fills, ...sharesOf(first, rest, way)])
  const placed = first.reduce((sum, hall) => sum + (shares.get(hall) ?? 0), 0)
  for (const [hall, share] of inTurn(last, rest - placed)) shares.set(hall, share)

  const rank = new Map(coming.map((student, at) => [student.id, at]))
  const rankOf = (student: Student | undefined) => (student && rank.get(student.id)) ?? Number.POSITIVE_INFINITY
  const [queue, overflow] = [others.toReversed(), over.toReversed()]
  /** others who may still go to rooms that are not filled up */
  let allowed = others.length - filling
  for (const hall of halls.values())
    for (let left = shares.get(hall) ?? 0; left > 0; left -= 1) {
      const fillsUp = fills.has(hall)
      const isOther = fillsUp || (allowed > 0 && rankOf(queue.at(-1)) < rankOf(overflow.at(-1)))
      const student = (isOther ? queue : overflow).pop()
      if (!student) break
      if (!fillsUp && !student.extra_time) allowed -= 1
      hall.placed.push(student)
    }
  // In their order, since numbers follow it: else the first numbers would be of students with extra time.
  for (const { placed } of halls.values()) placed.sort((one, other) => rankOf(one) - rankOf(other))
  return inNameOrder([...queue, ...overflow])
}

/**
 * Places students with extra time in the rooms meant for them, in order. A room of more than one seat keeps a chair for somebody
 * else as long as there are others, since its list would otherwise name those with extra time. Returns the rooms that hold any,
 * and the students who found no chair.
 */
function placeExtraTime<Student extends StudentToSeat>(
  quiet: readonly Hall<Student>[],
  { students, others }: { students: readonly Student[]; others: number },
): { holding: Hall<Student>[]; over: Student[] } {
  const queue = students.toReversed()
  const holding: Hall<Student>[] = []
  let company = others
  for (const hall of quiet) {
    const isMixed = hall.kept.some(({ extra_time }) => !extra_time)
    const spare = hall.seats > 1 && hall.free > 0 && !isMixed && company > 0 ? 1 : 0
    for (let left = hall.free - spare; left > 0; left -= 1) {
      const student = queue.pop()
      if (!student) break
      hall.placed.push(student)
    }
    if (![...hall.kept, ...hall.placed].some(({ extra_time }) => extra_time)) continue
    holding.push(hall)
    company -= spare
  }
  return { holding, over: queue.reverse() }
}

/** Numbers of others by which rooms with extra time are filled up: first one each, then as many as there are. */
function fillsOf<Student extends StudentToSeat>(
  holding: readonly Hall<Student>[],
  others: number,
): Map<Hall<Student>, number> {
  const fills = new Map<Hall<Student>, number>()
  let left = others
  const add = (hall: Hall<Student>, most: number) => {
    const share = Math.min(most, left, hall.free - (fills.get(hall) ?? 0))
    fills.set(hall, (fills.get(hall) ?? 0) + share)
    left -= share
  }
  const isAlone = ({ kept }: Hall<Student>) => kept.every(({ extra_time }) => extra_time)
  for (const hall of holding) add(hall, isAlone(hall) ? 1 : 0)
  for (const hall of holding) add(hall, hall.free)
  return fills
}

/** Numbers of students by room: each full before the next, or all equally full. */
const sharesOf = <Student extends StudentToSeat>(
  halls: readonly Hall<Student>[],
  students: number,
  way: DivisionWay,
) => (way === 'evenly' ? equallyFull(halls, students) : inTurn(halls, students))

function inTurn<Student extends StudentToSeat>(
  halls: readonly Hall<Student>[],
  students: number,
): Map<Hall<Student>, number> {
  let left = students
  return new Map(
    halls.map((hall) => {
      const share = Math.min(hall.free, left)
      left -= share
      return [hall, share]
    }),
  )
}

/** In proportion to the free chairs; chairs that rounding leaves over go to the rooms that lost most by it. */
function equallyFull<Student extends StudentToSeat>(
  halls: readonly Hall<Student>[],
  students: number,
): Map<Hall<Student>, number> {
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
