import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseRoom, freeNumber, type RoomToFill } from '#domain/rooms/chairs.rules.ts'
import { describeDivision, divideStudents } from '#domain/rooms/dividing.rules.ts'
import { type DivisionWay, type Draw, divisionWays, type StudentToSeat } from '#domain/rooms/filling.rules.ts'

/** What a reader of all lists knows of a moment beforehand. */
interface Known {
  rooms: readonly RoomToFill[]
  names: readonly string[]
  way: DivisionWay
  numbered: boolean
}

interface Seating {
  /** the lists: per room each student by name, with their number */
  lists: string
  /** the teacher was warned, so these lists are not published */
  isWarned: boolean
}

function permutations<One>(all: readonly One[]): One[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

/** All groups of so many out of the numbers below `all`. */
const groups = (all: number, size: number): number[][] =>
  size === 0
    ? [[]]
    : Array.from({ length: all }, (_, last) => groups(last, size - 1).map((some) => [...some, last])).flat()

/** All ways to draw for these students: who comes first for a room, and for numbers as finely as chairs are counted. */
function* draws({ rooms, numbered }: Known, ids: readonly number[]): Iterable<Draw> {
  const steps = numbered ? commonMultiple(Math.max(...rooms.map(({ seats }) => seats))) : 1
  for (const order of permutations(ids))
    for (let drawn = 0; drawn < steps ** ids.length; drawn += 1)
      yield (purpose, id) => {
        const at = order.indexOf(id)
        return purpose === 'room' ? at / ids.length : (Math.floor(drawn / steps ** at) % steps) / steps
      }
}

/** The least number that all numbers up to this one divide. */
function commonMultiple(last: number): number {
  let multiple = 1
  while (Array.from({ length: last }, (_, before) => before + 1).some((number) => multiple % number > 0)) multiple += 1
  return multiple
}

const studentsOf = ({ names }: Known, withExtraTime: readonly number[]): StudentToSeat[] =>
  names.map((last_name, id) => ({
    ...{ id, first_name: '', last_name, modules: [id % 2 === 0 ? 'ALG1' : 'GON1'], chair: null },
    extra_time: withExtraTime.includes(id),
  }))

function seatingOf({ rooms }: Known, students: readonly StudentToSeat[]): Seating {
  const lists = rooms.map(({ id }) =>
    students
      .filter(({ chair }) => chair?.room_id === id)
      .map(({ last_name, chair }) => `${last_name} ${chair?.seat_number ?? ''}`.trim())
      .join(', '),
  )
  const isWarned = describeDivision(rooms, students).rooms.some(
    ({ id, reveals_extra_time }) => reveals_extra_time && rooms[id - 1]?.extra_time,
  )
  return { lists: lists.join(' | '), isWarned }
}

const seated = (known: Known, students: readonly StudentToSeat[], draw: Draw): StudentToSeat[] => {
  const division = divideStudents({ ...known, students, keeps_by_hand: true, draw })
  const chairs = new Map(division.seated.map(({ student, chair }) => [student.id, chair]))
  return students.map((student) => ({ ...student, chair: chairs.get(student.id) ?? null }))
}

/** Everything that may happen, equally likely: each with who has extra time in it, and the lists. */
type Worlds = Iterable<{ withExtraTime: readonly number[]; seating: Seating }>

function* divided(known: Known, withTime: number): Worlds {
  for (const withExtraTime of groups(known.names.length, withTime)) {
    const students = studentsOf(known, withExtraTime)
    for (const draw of draws(known, [...known.names.keys()]))
      yield { withExtraTime, seating: seatingOf(known, seated(known, students, draw)) }
  }
}

/** One of them enrolls once the others are divided, and is given a chair as the desk gives it. */
function* joined(known: Known, withTime: number): Worlds {
  for (const withExtraTime of groups(known.names.length, withTime)) {
    const students = studentsOf(known, withExtraTime)
    for (const last of students) {
      const before = students.filter((one) => one !== last)
      const ids = before.map(({ id }) => id)
      for (const draw of draws(known, ids)) {
        const there = seated(known, before, draw)
        for (const desk of draws(known, [last.id])) {
          const now = [
            ...there,
            { ...last, chair: chairAtDesk(known, there, { last, drawn: desk('number', last.id) }) },
          ]
          yield {
            withExtraTime,
            seating: seatingOf(
              known,
              now.toSorted((one, other) => one.id - other.id),
            ),
          }
        }
      }
    }
  }
}

function chairAtDesk(
  { rooms, numbered }: Known,
  there: readonly StudentToSeat[],
  { last, drawn }: { last: StudentToSeat; drawn: number },
) {
  const chairs = there.flatMap(({ chair }) => chair ?? [])
  const inRoom = (id: number) => chairs.filter(({ room_id }) => room_id === id)
  const free = rooms.map((room) => ({ ...room, taken: inRoom(room.id).length }))
  const room = chooseRoom(free, { extraTime: last.extra_time })
  if (!room) return null
  const taken = new Set(inRoom(room.id).flatMap(({ seat_number }) => seat_number ?? []))
  return { room_id: room.id, seat_number: numbered ? freeNumber(room, taken, drawn) : null, by_hand: false }
}

/**
 * The student of whom any published lists say most surely that they have extra time, and how surely. Each number of students
 * with extra time is as likely as another.
 */
function surestGuess(known: Known, worldsOf: (known: Known, withTime: number) => Worlds, numbers: readonly number[]) {
  const seen = new Map<string, { all: number; by: number[] }>()
  for (const withTime of numbers) {
    const weight = 1 / groups(known.names.length, withTime).length
    for (const { withExtraTime, seating } of worldsOf(known, withTime)) {
      if (seating.isWarned) continue
      const counted = seen.get(seating.lists) ?? { all: 0, by: known.names.map(() => 0) }
      counted.all += weight
      for (const id of withExtraTime) counted.by[id] = (counted.by[id] ?? 0) + weight
      seen.set(seating.lists, counted)
    }
  }
  let surest = { guess: '', odds: 0 }
  for (const [lists, { all, by }] of seen) {
    const most = Math.max(...by)
    if (most / all > surest.odds) surest = { guess: `${known.names[by.indexOf(most)]} in ${lists}`, odds: most / all }
  }
  return surest
}

const NAMES = ['Akker', 'Bos', 'Cos', 'Drent', 'Eik', 'Fok']
interface Size {
  students: number
  seats: number
  numbered: boolean
}
const moments = ({ students, seats, numbered }: Size): fc.Arbitrary<Known> =>
  fc.record({
    rooms: fc
      .array(fc.record({ seats: fc.integer({ min: 1, max: seats }), extra_time: fc.boolean() }), {
        ...{ minLength: 1, maxLength: 3 },
      })
      .map((rooms) =>
        // A room for extra time with a single seat is for one of them: the teacher is always warned of it.
        rooms.map((room, at) => ({
          ...room,
          id: at + 1,
          seats: room.extra_time ? Math.max(2, room.seats) : room.seats,
        })),
      ),
    names: fc.integer({ min: 2, max: students }).map((count) => NAMES.slice(0, count)),
    way: fc.constantFrom(...divisionWays),
    numbered: fc.constant(numbered),
  })

/** At most half of them have extra time: else the odds are more than even without any list. */
const upToHalf = ({ names }: Known): number[] =>
  Array.from({ length: Math.floor(names.length / 2) + 1 }, (_, number) => number)
/** The reader knows how many have extra time. */
const eachKnown = (known: Known): number[][] => upToHalf(known).map((number) => [number])

const ROUNDING = 1e-9

test.each([
  { what: 'six in their rooms', worlds: divided, size: { students: 6, seats: 5, numbered: false }, numRuns: 20 },
  { what: 'four with numbers', worlds: divided, size: { students: 4, seats: 2, numbered: true }, numRuns: 25 },
  { what: 'three with more numbers', worlds: divided, size: { students: 3, seats: 3, numbered: true }, numRuns: 25 },
  { what: 'one who came later', worlds: joined, size: { students: 5, seats: 5, numbered: false }, numRuns: 25 },
  { what: 'and got a number', worlds: joined, size: { students: 3, seats: 3, numbered: true }, numRuns: 25 },
])(
  'a reader of all lists can say of nobody with more than even odds that they have extra time: $what',
  ({ worlds, size, numRuns }) => {
    fc.assert(
      fc.property(moments(size), (known) => {
        for (const numbers of worlds === divided ? eachKnown(known) : [upToHalf(known)]) {
          const { guess, odds } = surestGuess(known, worlds, numbers)
          expect(odds, guess).toBeLessThanOrEqual(0.5 + ROUNDING)
        }
      }),
      { numRuns },
    )
  },
)
