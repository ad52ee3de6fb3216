import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { daysInMonth } from '#domain/calendar/month-length.ts'
import { daysLater, localDay, localMidnight, summerTimeEnds, summerTimeStarts } from './support/amsterdam-clock.ts'
import { days, instants, years } from './support/calendar.arbitrary.ts'

const HOUR = 3_600_000
const hoursIn = (day: string): number => (startOfDay(addDays(day, 1)) - startOfDay(day)) / HOUR

describe('a day in Amsterdam', () => {
  test('starts at local midnight, on each day of forty years', () => {
    const wrong: string[] = []
    for (let day = '2006-01-01'; day < '2046-01-01'; day = daysLater(day, 1))
      if (startOfDay(day) !== localMidnight(day)) wrong.push(day)
    expect(wrong).toEqual([])
  })

  test('has 23 hours when summer time starts, 25 when it ends and 24 on each other day', () => {
    fc.assert(
      fc.property(years, (year) => {
        const [first, last] = [localDay(summerTimeStarts(year)), localDay(summerTimeEnds(year))]
        const others = [addDays(first, -1), addDays(first, 1), addDays(last, -1), addDays(last, 1)]
        expect([hoursIn(first), hoursIn(last), ...others.map(hoursIn)]).toEqual([23, 25, 24, 24, 24, 24])
      }),
    )
  })

  test('starts with its own first millisecond: the one before is of the day before', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(dayOf(startOfDay(day))).toBe(day)
        expect(dayOf(startOfDay(day) - 1)).toBe(daysLater(day, -1))
      }),
    )
  })

  test('is the one on the clock in Amsterdam, at any instant', () => {
    fc.assert(
      fc.property(instants, (now) => {
        expect(dayOf(now)).toBe(localDay(now))
      }),
    )
  })

  test('is not changed by the clock being put forward or back, to the millisecond', () => {
    fc.assert(
      fc.property(years, fc.constantFrom(summerTimeStarts, summerTimeEnds), (year, change) => {
        const at = change(year)
        expect(dayOf(at - 1)).toBe(dayOf(at))
      }),
    )
  })

  test('keeps its start when more days were asked for than are remembered', () => {
    const start = startOfDay('2026-11-24')
    for (let day = '2030-01-01'; day < '2045-01-01'; day = daysLater(day, 1)) startOfDay(day)
    expect(startOfDay('2026-11-24')).toBe(start)
  })
})

describe('counting days', () => {
  test('goes as the calendar does', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (day, count) => {
        expect(addDays(day, count)).toBe(daysLater(day, count))
      }),
    )
  })

  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
    ['2026-10-22', 7, '2026-10-29'],
  ])('%s and %i more is %s', (day, count, expected) => expect(addDays(day, count)).toBe(expected))

  test('a month has as many days as the calendar gives it, in each month of four centuries', () => {
    for (let year = 1900; year < 2300; year++)
      for (let month = 1; month <= 12; month++)
        expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate())
  })

  test.each([
    [2026, 28],
    [2028, 29],
    [2000, 29],
    [2100, 28],
  ])('February of %i has %i days', (year, count) => expect(daysInMonth(year, 2)).toBe(count))
})
