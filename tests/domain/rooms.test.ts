import { describe, expect, test } from 'vitest'
import {
  compareRooms,
  nameRevealsExtraTime,
  nextPosition,
  readTypedPosition,
  readTypedRoomSeats,
  roomNameRefusal,
} from '#domain/rooms/room.rules.ts'
import { neighbouringDays, overlapOf } from '#domain/rooms/testmoment-rooms.rules.ts'

test('the name of a room is one of the school’s, of at most 80 characters', () => {
  expect(roomNameRefusal('B3.14')).toBeNull()
  expect(roomNameRefusal('📐'.repeat(80))).toBeNull()
  expect(roomNameRefusal('x'.repeat(81))).toBe('room-name-too-long')
  expect(roomNameRefusal('x'.repeat(101))).toBe('room-name-too-long')
  expect(roomNameRefusal(' ')).toBe('school-name-missing')
  expect(roomNameRefusal('B\t3')).toBe('school-name-unreadable')
})

test.for([
  'Extra tijd',
  'B2.06 (extratijd)',
  'Lokaal extra-tijd 1',
  'Prikkelarme ruimte',
  'Stilteruimte',
  'DYSLEXIE',
  'Voorzieningenlokaal',
  'Zaal verlengde tijd',
])('%s says why somebody sits there', (name) => {
  expect(nameRevealsExtraTime(name)).toBe(true)
})

test.for(['B3.14', 'Sporthal Noord', 'Extra zaal', 'Tijdelijk gebouw 2', 'HD-studio', 'Aula'])(
  '%s says nothing of that',
  (name) => {
    expect(nameRevealsExtraTime(name)).toBe(false)
  },
)

test('rooms come by their place, then by name as people count', () => {
  const rooms = [
    { position: 2, name: 'A1' },
    { position: 1, name: '3.10' },
    { position: 1, name: '3.2' },
  ]
  expect(rooms.toSorted(compareRooms).map(({ name }) => name)).toEqual(['3.2', '3.10', 'A1'])
  expect([nextPosition(0), nextPosition(7), nextPosition(9_999)]).toEqual([1, 8, 9_999])
})

test.for([
  ['1', 1],
  [' 60 ', 60],
  ['2000', 2_000],
  ['2001', null],
  ['0', null],
  ['', null],
  ['-5', null],
  ['12,5', null],
  ['zestig', null],
] as const)('%j seats are %j', ([typed, seats]) => {
  expect(readTypedRoomSeats(typed)).toBe(seats)
})

test('a place in the order is a whole number from 1', () => {
  expect(['1', '9999', '10000', '0', ''].map(readTypedPosition)).toEqual([1, 9_999, null, null, null])
})

describe('a room that two moments have', () => {
  /** '2026-03-20 09:00-11:00', '2026-03-20 09:00', '2026-03-20', '2026-03-16 week' */
  const read = (text: string) => {
    const [date = '', times = ''] = text.split(' ')
    if (times === 'week') return { date, duration: 'week', starts_at: null, ends_at: null } as const
    const [starts_at, ends_at = null] = times.split('-')
    return { date, duration: 'day', starts_at: starts_at || null, ends_at } as const
  }

  test.for([
    ['2026-03-20 09:00-11:00', '2026-03-20 10:30-12:00', 'certain'],
    ['2026-03-20 09:00-11:00', '2026-03-20 11:00-12:00', null],
    ['2026-03-20 09:00-11:00', '2026-03-20 09:30-10:00', 'certain'],
    ['2026-03-20 09:00-11:00', '2026-03-21 09:00-11:00', null],
    ['2026-03-20 09:00', '2026-03-20 09:00', 'certain'],
    ['2026-03-20 09:00', '2026-03-20 13:00-15:00', 'possible'],
    ['2026-03-20 13:00', '2026-03-20 09:00-11:00', null],
    ['2026-03-20 10:00', '2026-03-20 09:00-11:00', 'certain'],
    ['2026-03-20', '2026-03-20 09:00-11:00', 'possible'],
    ['2026-03-16 week', '2026-03-22 09:00-11:00', 'possible'],
    ['2026-03-16 week', '2026-03-23 09:00-11:00', null],
    ['2026-03-16 week', '2026-03-10 week', 'possible'],
    ['2026-03-16 week', '2026-03-09 week', null],
  ] as const)('%s and %s: %s', ([one, other, overlap]) => {
    expect([overlapOf(read(one), read(other)), overlapOf(read(other), read(one))]).toEqual([overlap, overlap])
  })

  test('is looked for on all days on which another may be', () => {
    expect(neighbouringDays(read('2026-03-20'))).toEqual(['2026-03-14', '2026-03-20'])
    expect(neighbouringDays(read('2026-03-16 week'))).toEqual(['2026-03-10', '2026-03-22'])
  })
})
