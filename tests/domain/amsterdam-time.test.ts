import { expect, test } from 'vitest'
import { readAmsterdamTime, writeAmsterdamTime } from '#domain/calendar/amsterdam.ts'

test('winter is one hour ahead of UTC, summer two', () => {
  expect(readAmsterdamTime('2026-01-15T09:30')).toBe('2026-01-15T08:30:00.000Z')
  expect(readAmsterdamTime('2026-07-15T09:30')).toBe('2026-07-15T07:30:00.000Z')
})

test('what was written reads as the same instant, every half hour of a year', () => {
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  const twice = Date.parse('2026-10-25T01:00:00.000Z')
  for (let half = 0; half < 365 * 48; half++) {
    const instant = start + half * 1_800_000
    // the second hour of the two that are called alike in autumn is read as the first
    const isSecond = instant >= twice && instant < twice + 3_600_000
    const read = readAmsterdamTime(writeAmsterdamTime(new Date(instant).toISOString()))
    expect(read).toBe(new Date(isSecond ? instant - 3_600_000 : instant).toISOString())
  }
})

test('a time that the clock skips in spring is an hour later', () => {
  expect(readAmsterdamTime('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
})

test('half a time and nonsense are none', () => {
  for (const text of ['', '2026-03-10', '2026-13-10T09:00', '2026-02-31T09:00', '2026-03-10T25:00', 'morgen'])
    expect(readAmsterdamTime(text), text).toBeNull()
})

test('a day ends where the next begins: midnight is 00:00, read and written, and 24:00 is no time', () => {
  for (const [winter, summer] of [
    ['2026-03-10T00:00', '2026-07-10T00:00'],
    ['2026-03-10T23:59', '2026-07-10T23:59'],
  ] as const)
    for (const text of [winter, summer]) expect(writeAmsterdamTime(readAmsterdamTime(text) ?? '')).toBe(text)
  for (const text of ['2026-03-10T24:00', '2026-07-10T24:00', '2026-12-31T24:00', '2026-03-10T24:30'])
    expect(readAmsterdamTime(text), text).toBeNull()
})
