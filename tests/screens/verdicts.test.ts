import { expect, test } from 'vitest'
import type { PresenceEntry, Tick } from '#domain/presence/presence.schema.ts'
import { standing } from '#src/presence/shown-list.ts'
import { readTwice, verdictOf } from '#src/presence/verdict.ts'
import { entry, listOf } from '#tests/machines/support/presence-list.ts'

const at = '2026-11-24T07:52:00.000Z'
const rooms = [
  { id: 7, name: '3.14' },
  { id: 8, name: '3.16' },
]
const codes = [
  { hash: 'one', user_id: 1 },
  { hash: 'two', user_id: 2 },
  { hash: 'gone', user_id: 99 },
  { hash: 'three', user_id: 3 },
  { hash: 'room', room: 'Aula' },
  { hash: 'chairless', without_chair: true as const },
  { hash: 'later', starts_at: '13:00' },
]
const listWith = (...entities: PresenceEntry[]) => ({ ...listOf(...entities), rooms, codes })
const list = listWith(
  entry(1, { room_id: 7, ticked: { status: 'late', at, who: 'Noor' } }),
  entry(2, { room_id: 8 }),
  entry(3, { user_id: 2, room_id: 8, ticked: { status: 'absent', at, who: 'Noor' } }),
  entry(4, { user_id: 3 }),
)
const read = (hash: string, room_id: number | null = null, ticks: Tick[] = []) =>
  verdictOf(list, standing(ticks), { hash, room_id })

test('a code lets in who is awaited, for all their modules, and says since when who was inside', () => {
  expect(read('one')).toMatchObject({ kind: 'inside', since: at, student: { user_id: 1 } })
  expect(read('two')).toMatchObject({ kind: 'welcome', enrollment_ids: [2, 3] })
  const ticks = [2, 3].map((enrollment_id) => ({ key: 'k', enrollment_id, status: 'present', at }) satisfies Tick)
  expect(read('two', null, ticks)).toMatchObject({ kind: 'inside', since: at })
})

test('a code of another room or moment is sent there, and one of nobody here is unknown', () => {
  expect(read('two', 7)).toEqual({ kind: 'other-room', room: '3.16' })
  expect(read('two', 8)).toMatchObject({ kind: 'welcome' })
  expect(read('room')).toEqual({ kind: 'other-room', room: 'Aula' })
  expect(read('later')).toEqual({ kind: 'other-moment', starts_at: '13:00' })
  for (const hash of ['forged', 'gone', '']) expect(read(hash)).toEqual({ kind: 'unknown' })
})

test('who is enrolled without a chair is welcome at no room’s door, and where all rooms are one list', () => {
  expect(read('chairless')).toEqual({ kind: 'without-chair', student: null })
  expect(read('three', 7)).toMatchObject({ kind: 'without-chair', student: { user_id: 3 } })
  expect(read('three')).toMatchObject({ kind: 'welcome', enrollment_ids: [4] })
})

test('a code that two read is named once, until a person ticks', () => {
  const [byCode, byHand] = [
    { status: 'present', at, who: 'Joost', by_code: true },
    { status: 'present', at, who: 'Vera' },
  ] as const
  const twice = { ticked: byCode, others: [byCode] }
  expect(
    readTwice(listWith(entry(1, twice), entry(2, { user_id: 1, ...twice }))).map(({ user_id }) => user_id),
  ).toEqual([1])
  expect(readTwice(listWith(entry(1, { ticked: byHand, others: [byCode] }), entry(2, { ticked: byCode })))).toEqual([])
})
