import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amsterdamClock, dayOf, readZone, ruleAtFirst, startOfDay } from '#domain/calendar/amsterdam.ts'
import { readAmsterdamTime, writeAmsterdamTime } from '#domain/calendar/written-time.ts'
import { localDay, localMidnight, summerTimeEnds, summerTimeStarts } from './support/amsterdam-clock.ts'
import { instants } from './support/calendar.arbitrary.ts'

const HOUR = 3_600_000

/** ms by which the clock is ahead of UTC, as read from the clock itself. */
const aheadAt = (instant: number): number =>
  Date.parse(`${amsterdamClock(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1_000) * 1_000

test('it is an hour ahead of UTC, or two in summer, at any instant of 1996 to 2096, as the directive says', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const year = new Date(instant).getUTCFullYear()
      const isSummer = instant >= summerTimeStarts(year) && instant < summerTimeEnds(year)
      expect(aheadAt(instant)).toBe(isSummer ? 2 * HOUR : HOUR)
      expect(amsterdamClock(instant)).toContain(localDay(instant))
    }),
  )
})

test.each([
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2029-03-25T01:00:00Z',
  '2027-10-31T01:00:00Z',
  '2180-03-26T01:00:00Z',
])('it changes at %s, to the millisecond', (instant) => {
  const change = Date.parse(instant)
  expect(Math.abs(aheadAt(change) - aheadAt(change - 1))).toBe(HOUR)
})

test('days begin at local midnight, also those of both changes and of a far year', () => {
  for (const day of [
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
    '8999-07-01',
  ]) {
    expect(startOfDay(day), day).toBe(localMidnight(day))
    expect(dayOf(startOfDay(day)), day).toBe(day)
    expect(dayOf(startOfDay(day) - 1), day).toBe(localDay(localMidnight(day) - 1))
  }
})

test('the rule of a first screen says what Intl says, and is remembered by nobody once Intl has been read', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const byIntl = amsterdamClock(instant)
      ruleAtFirst()
      const byRule = amsterdamClock(instant)
      readZone()
      expect(byRule).toBe(byIntl)
    }),
  )
  // There was no summer time in 1950, which the rule does not know.
  const summerDay = '1950-07-15'
  ruleAtFirst()
  expect(startOfDay(summerDay)).toBe(Date.parse(`${summerDay}T00:00:00+02:00`))
  readZone()
  expect(startOfDay(summerDay)).toBe(Date.parse(`${summerDay}T00:00:00+01:00`))
})

const clockAt = (instant: string) => amsterdamClock(Date.parse(instant))

test('the clock in Amsterdam is an hour ahead of UTC in winter and two in summer', () => {
  expect(clockAt('2026-01-15T22:30:05.999Z')).toBe('2026-01-15 23:30:05')
  expect(clockAt('2026-07-15T22:30:00.000Z')).toBe('2026-07-16 00:30:00')
})

test('at midnight it shows 00, and 02:30 twice when summer ends', () => {
  expect(clockAt('2025-12-31T23:00:00.000Z')).toBe('2026-01-01 00:00:00')
  expect(clockAt('2026-10-25T00:30:00.000Z')).toBe('2026-10-25 02:30:00')
  expect(clockAt('2026-10-25T01:30:00.000Z')).toBe('2026-10-25 02:30:00')
})

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
