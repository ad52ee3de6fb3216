import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseRoom, freeNumber, losingChairs } from '#domain/rooms/chairs.rules.ts'
import { describeDivision, divideRest, divideStudents } from '#domain/rooms/dividing.rules.ts'
import { type Draw, divisionWays, type StudentToSeat } from '#domain/rooms/filling.rules.ts'

const room = (id: number, seats: number, extra_time = false) => ({ id, seats, extra_time })

let made = 0
const student = (last_name: string, given: Partial<StudentToSeat> = {}): StudentToSeat => {
  made += 1
  return { id: made, first_name: 'Sam', last_name, extra_time: false, modules: ['ALG1'], chair: null, ...given }
}
const people = (names: string, given?: Partial<StudentToSeat>) => names.split(' ').map((name) => student(name, given))

/** Draws the students who were made first, and for them the lowest numbers. */
const draw: Draw = (_, id) => id / 1_000_000
/** Draws the students who were made last, and for them the highest numbers. */
const drawLast: Draw = (_, id) => 1 - id / 1_000_000

const asked = { way: 'alphabet', numbered: false, keeps_by_hand: true, draw } as const

/** 'Akker Bos | Zwart': who sits where, by room. */
const shown = ({ seated }: ReturnType<typeof divideStudents>, rooms: readonly { id: number }[]) =>
  rooms
    .map(({ id }) =>
      seated
        .filter(({ chair }) => chair.room_id === id)
        .map(({ student: { last_name }, chair }) => `${last_name}${chair.seat_number ?? ''}`)
        .join(' '),
    )
    .join(' | ')

test('from A to Z rooms are filled in order, with the names of each block as a Dutch list has them', () => {
  const rooms = [room(1, 3), room(2, 2), room(3, 4)]
  const students = [...people('Zwart Bos'), student('van den Akker'), student('de Boer'), student('Cornelisse')]
  const division = divideStudents({ ...asked, rooms, students, numbered: true })
  expect(shown(division, rooms)).toBe('van den Akker1 de Boer2 Bos3 | Cornelisse1 Zwart2 | ')
  expect(division.rooms.map(({ label }) => label)).toEqual(['Van den Akker – Bos', 'Cornelisse – Zwart', null])
  // Students without a name do not count for the label of a room.
  const nameless = [student('', { first_name: '' }), student(' ', { first_name: '' })]
  const labels = divideStudents({ ...asked, rooms, students: [...nameless, ...people('Bos Zwart')] }).rooms
  expect([labels[0]?.label, labels[1]?.label]).toEqual(['Bos', 'Zwart'])
  expect(divideStudents({ ...asked, rooms, students: nameless }).rooms[0]?.label).toBe(null)
})

test('evenly, all rooms are as full as each other; per module, those of one sit together', () => {
  const rooms = [room(1, 4), room(2, 2), room(3, 6)]
  const evenly = divideStudents({ ...asked, rooms, students: people('A B C D E F'), way: 'evenly' })
  expect(evenly.rooms.map(({ students }) => students)).toEqual([2, 1, 3])
  const students = [...people('A C', { modules: ['GON1'] }), ...people('B D', { modules: ['ALG1', 'GON1'] })]
  const byModule = divideStudents({ ...asked, rooms: [room(1, 3), room(2, 3)], students, way: 'module' })
  expect(shown(byModule, rooms)).toBe('B D A | C | ')
  expect(byModule.rooms.map(({ label }) => label)).toEqual(['ALG1, GON1', 'GON1'])
})

test('students with extra time come into the rooms for it, which are filled up with others; numbers do not reveal who has it', () => {
  const rooms = [room(1, 3), room(2, 4, true), room(3, 9)]
  const students = [...people('A B C D E F G'), ...people('V W', { extra_time: true })]
  const division = divideStudents({ ...asked, rooms, students, numbered: true })
  expect(shown(division, rooms)).toBe('C1 D2 E3 | A1 B2 V3 W4 | F1 G2')
  expect(division.rooms[1]).toEqual({
    ...{ id: 2, students: 4, with_extra_time: 2, label: null, reveals_extra_time: false },
  })
  const otherwise = divideStudents({ ...asked, rooms, students, numbered: true, draw: drawLast })
  expect(shown(otherwise, rooms)).toBe('A1 B2 C3 | F4 G3 V2 W1 | D1 E2')
  const crowded = divideStudents({
    ...asked,
    rooms,
    students: [...people('A'), ...people('V W X Y', { extra_time: true })],
  })
  expect(shown(crowded, rooms)).toBe('Y | A V W X | ')
  expect(crowded.rooms[1]).toMatchObject({ with_extra_time: 3, reveals_extra_time: true })
  const alone = divideStudents({ ...asked, rooms, students: people('V W', { extra_time: true }) })
  expect(alone.rooms[1]).toMatchObject({ students: 2, reveals_extra_time: true })
})

test('students with extra time go to several rooms for it where one could not hold as many others', () => {
  const rooms = [room(1, 4, true), room(2, 4, true), room(3, 9)]
  const students = [...people('A B C D E F G'), ...people('V W X', { extra_time: true })]
  const division = divideStudents({ ...asked, rooms, students })
  expect(shown(division, rooms)).toBe('A B V W | C D E X | F G')
  expect(division.rooms.map(({ reveals_extra_time }) => reveals_extra_time)).toEqual([false, false, false])
})

test('whether a list reveals who has extra time is judged by who sits there now', () => {
  const rooms = [room(1, 4, true), room(2, 4)]
  const sits = (room_id: number, extra_time: boolean) => ({
    extra_time,
    chair: { room_id, seat_number: null, by_hand: false },
  })
  const reveals = (...students: StudentToSeat[]) =>
    describeDivision(rooms, students).rooms.map(({ reveals_extra_time }) => reveals_extra_time)
  const quiet = [student('A', sits(1, false)), student('B', sits(1, true))]
  expect(reveals()).toEqual([false, false])
  expect(reveals(...quiet)).toEqual([false, false])
  expect(reveals(...quiet, student('C', sits(1, true)))).toEqual([true, false])
  const elsewhere = [student('D', sits(2, true)), student('E', sits(2, true))]
  expect(reveals(...elsewhere.slice(1))).toEqual([false, false])
  expect(reveals(...elsewhere)).toEqual([false, true])
  expect(reveals(...elsewhere, student('F', sits(2, false)))).toEqual([false, false])
})

test('a room for extra time that nobody needs gets only who finds no other chair', () => {
  const rooms = [room(1, 2, true), room(2, 2)]
  expect(shown(divideStudents({ ...asked, rooms, students: people('A B C') }), rooms)).toBe('A | B C')
})

test('a student placed by hand keeps their number, unless all are divided again; a student without a chair is listed', () => {
  const rooms = [room(1, 1), room(2, 2)]
  const students = [...people('A B C'), student('Z', { chair: { room_id: 2, seat_number: 2, by_hand: true } })]
  const kept = divideStudents({ ...asked, rooms, students, numbered: true })
  expect([shown(kept, rooms), kept.seatless.map(({ last_name }) => last_name)]).toEqual(['A1 | Z2 B1', ['C']])
  const anew = divideStudents({ ...asked, rooms, students, numbered: true, keeps_by_hand: false })
  expect([shown(anew, rooms), anew.seatless.map(({ last_name }) => last_name)]).toEqual(['A1 | B1 C2', ['Z']])
  const gone = divideStudents({ ...asked, rooms: [room(1, 4)], students })
  expect([shown(gone, [room(1, 4)]), gone.seatless]).toEqual(['A B C Z', []])
})

test('the rest get a chair where most are left, and all others stay', () => {
  const rooms = [room(1, 3), room(2, 5)]
  const sits = (room_id: number, seat_number: number) => ({ chair: { room_id, seat_number, by_hand: false } })
  const students = [student('M', sits(1, 1)), student('N', sits(2, 2)), ...people('A B C')]
  const division = divideRest({ rooms, students, numbered: true, draw })
  expect(shown(division, rooms)).toBe('M1 C2 | N2 A1 B3')
  expect(describeDivision(rooms, students).seatless).toHaveLength(3)
})

test('a newcomer sits where most chairs are free, and in a room for extra time only if they are meant or no other is left', () => {
  const rooms = [
    { ...room(1, 10), taken: 9 },
    { ...room(2, 10), taken: 4 },
    { ...room(3, 8), taken: 2 },
    { ...room(4, 20, true), taken: 0 },
  ]
  const choose = (some: typeof rooms, extraTime: boolean, hereId?: number) =>
    chooseRoom(some, { extraTime, hereId })?.id
  expect([choose(rooms, false), choose(rooms, true)]).toEqual([2, 4])
  const full = rooms.map((one) => ({ ...one, taken: one.extra_time ? 19 : 10 }))
  expect(choose(full, false)).toBe(4)
  const over = full.map((one) => ({ ...one, taken: one.seats + 1 }))
  expect([choose(over, true), choose(over, true, 1)]).toEqual([undefined, undefined])
  // A student in a room stays there, unless it is full or not one of these rooms.
  expect([choose(rooms, false, 1), choose(rooms, true, 3), choose(full, false, 1), choose(rooms, false, 9)]).toEqual([
    ...[1, 3],
    ...[4, 2],
  ])
  expect(freeNumber(room(1, 5), new Set([1, 2, 4]), 0.9)).toBe(3)
  const drawn = [0, 0.5, 0.99].map((at) => freeNumber(room(1, 5, true), new Set([1, 4]), at))
  expect(drawn).toEqual([2, 3, 5])
  expect(freeNumber(room(1, 2, true), new Set([1, 2]), 0.5)).toBe(3)
})

test('a room that gets smaller keeps who was placed by hand, and the first by name', () => {
  const there = [...people('A B C').map((one) => ({ ...one, by_hand: false })), { ...student('Z'), by_hand: true }]
  const names = (before: number, after: number) =>
    losingChairs(there, { before, after }).map(({ last_name }) => last_name)
  expect([names(4, 2), names(3, 4), names(2, 2), names(4, 0)]).toEqual([['B', 'C'], [], [], ['Z', 'A', 'B', 'C']])
})

const names = fc.constantFrom('Akker', 'de Boer', 'Bos', 'Cornelisse', 'van Dam', 'Özil', 'Zwart')
const someRooms = fc.array(fc.record({ seats: fc.integer({ min: 1, max: 6 }), extra_time: fc.boolean() }), {
  maxLength: 5,
})
const someStudents = fc.array(
  fc.record({
    last_name: names,
    extra_time: fc.boolean(),
    modules: fc.constantFrom(['ALG1'], ['GON1'], ['ALG1', 'GON1']),
    chair: fc.option(fc.record({ room_id: fc.integer({ min: 1, max: 6 }), by_hand: fc.boolean() })),
  }),
  { maxLength: 24 },
)

/** Students of whom those with a chair have one that could be: no more in a room than it has seats, numbers of their own. */
const situations = fc
  .record({ rooms: someRooms, students: someStudents, numbered: fc.boolean() })
  .map(({ rooms: drawn, students: all, numbered }) => {
    const rooms = drawn.map((one, at) => ({ ...one, id: at + 1 }))
    const taken = new Map<number, number>()
    const students = all.map(({ chair, ...one }, at): StudentToSeat => {
      const seat_number = chair ? (taken.get(chair.room_id) ?? 0) + 1 : 0
      const fits = chair && seat_number <= (rooms[chair.room_id - 1]?.seats ?? 0)
      if (chair && fits) taken.set(chair.room_id, seat_number)
      return { ...one, id: at + 1, first_name: '', chair: chair && fits ? { ...chair, seat_number } : null }
    })
    return { rooms, students, numbered }
  })

const akker = { last_name: 'Akker', first_name: '', modules: ['ALG1'] }

test('nobody has two chairs, no room is overfull, a student placed by hand stays, and nobody is without a chair while one is free', () => {
  const options = fc.record({ way: fc.constantFrom(...divisionWays, 'rest' as const), keeps_by_hand: fc.boolean() })
  fc.assert(
    fc.property(situations, options, ({ rooms, students, numbered }, { way, keeps_by_hand }) => {
      const {
        seated,
        seatless,
        rooms: filled,
      } = way === 'rest'
        ? divideRest({ rooms, students, numbered, draw })
        : divideStudents({ rooms, students, numbered, way, keeps_by_hand, draw })
      const ids = [...seated.map(({ student: { id } }) => id), ...seatless.map(({ id }) => id)]
      expect(ids.toSorted((one, other) => one - other)).toEqual(students.map(({ id }) => id))
      const chairs = rooms.reduce((sum, { seats }) => sum + seats, 0)
      expect(seated).toHaveLength(Math.min(chairs, students.length))
      for (const { id, seats } of rooms) {
        const here = seated.filter(({ chair }) => chair.room_id === id)
        expect(here.length).toBeLessThanOrEqual(seats)
        const numbers = here.flatMap(({ chair }) => chair.seat_number ?? [])
        expect(new Set(numbers).size).toBe(numbers.length)
        if (numbered && way !== 'rest') expect(numbers).toHaveLength(here.length)
      }
      for (const { student: one, chair } of seated)
        if (one.chair && (way === 'rest' || (keeps_by_hand && one.chair.by_hand))) {
          expect(chair.room_id).toBe(one.chair.room_id)
          expect(chair.by_hand).toBe(one.chair.by_hand)
        }
      if (way === 'rest') return
      // A list of only students with extra time: nobody else was left, or the room has no place for another.
      const others = seated.filter(({ student: one, chair }) => !one.extra_time && !chair.by_hand).length
      const quiet = filled.filter(({ id, with_extra_time }) => rooms[id - 1]?.extra_time && with_extra_time > 0)
      for (const { id, students: there, with_extra_time } of quiet) {
        const kept = seated.filter(({ chair }) => chair.room_id === id && chair.by_hand).length
        const seats = rooms[id - 1]?.seats ?? 0
        if (with_extra_time === there && seats > 1 && kept < seats) expect(others).toBeLessThan(quiet.length)
      }
    }),
    {
      numRuns: 500,
      // Others placed by hand had taken all chairs of a room for extra time.
      examples: [
        [
          {
            rooms: [
              { id: 1, seats: 1, extra_time: false },
              { id: 2, seats: 2, extra_time: true },
            ],
            students: [
              { ...akker, id: 1, extra_time: false, chair: { room_id: 2, by_hand: true, seat_number: 1 } },
              { ...akker, id: 2, extra_time: true, chair: null },
              { ...akker, id: 3, extra_time: false, chair: { room_id: 2, by_hand: true, seat_number: 2 } },
            ],
            numbered: false,
          },
          { way: 'alphabet', keeps_by_hand: true },
        ],
      ],
    },
  )
})

test('2,000 students over 40 rooms take a few steps for each', () => {
  let reads = 0
  const counted = (one: StudentToSeat): StudentToSeat =>
    Object.defineProperty({ ...one }, 'extra_time', {
      get: () => {
        reads += 1
        return one.extra_time
      },
    })
  const students = Array.from({ length: 2_000 }, (_, at) =>
    counted(student(`Naam ${(at * 7_919) % 2_000}`, { extra_time: at % 20 === 0 })),
  )
  const rooms = Array.from({ length: 40 }, (_, at) => room(at + 1, 50, at % 10 === 9))
  expect(divideStudents({ ...asked, rooms, students, numbered: true }).seatless).toEqual([])
  expect(reads).toBeLessThan(10 * students.length)
})
