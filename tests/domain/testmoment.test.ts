import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { isMomentFound } from '#domain/testmoments/moment-search.rules.ts'
import { byStart, endOf, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { daysLater, localDay, localMidnight, summerTimeEnds, summerTimeStarts } from './support/amsterdam-clock.ts'
import { days, years } from './support/calendar.arbitrary.ts'

const durations = fc.constantFrom<Duration>('day', 'week')
const lengthOf = (duration: Duration): number => (duration === 'day' ? 1 : 7)

/** Current at its last millisecond, and history one later. */
function expectToEndAt(moment: { date: string; duration: Duration }, end: number) {
  expect([isCurrent(moment, end - 1), isCurrent(moment, end), endOf(moment)]).toEqual([true, false, end])
}

describe('a moment is current', () => {
  test('until local midnight after its day or its seven days', () => {
    fc.assert(
      fc.property(days, durations, (date, duration) => {
        expectToEndAt({ date, duration }, localMidnight(daysLater(date, lengthOf(duration))))
      }),
    )
  })

  test('in each month of the year', () => {
    for (let month = 1; month <= 12; month++) {
      const date = `2026-${String(month).padStart(2, '0')}-28`
      expectToEndAt({ date, duration: 'day' }, localMidnight(daysLater(date, 1)))
      expectToEndAt({ date, duration: 'week' }, localMidnight(daysLater(date, 7)))
    }
  })

  test('as long, to the millisecond, when the clock is changed on any of its days', () => {
    fc.assert(
      fc.property(
        years,
        fc.constantFrom(summerTimeStarts, summerTimeEnds),
        durations,
        fc.nat(6),
        (year, change, duration, before) => {
          const date = daysLater(localDay(change(year)), -(before % lengthOf(duration)))
          expectToEndAt({ date, duration }, localMidnight(daysLater(date, lengthOf(duration))))
        },
      ),
    )
  })

  test.each([
    ['2026-03-28', 'day', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 'day', '2026-03-29T22:00:00.000Z'],
    ['2026-03-23', 'week', '2026-03-29T22:00:00.000Z'],
    ['2026-10-24', 'day', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25', 'day', '2026-10-25T23:00:00.000Z'],
    ['2026-10-19', 'week', '2026-10-25T23:00:00.000Z'],
    ['2028-02-28', 'day', '2028-02-28T23:00:00.000Z'],
    ['2028-02-23', 'week', '2028-02-29T23:00:00.000Z'],
    ['2026-12-28', 'week', '2027-01-03T23:00:00.000Z'],
  ] as const)('from %s on, a %s, until %s', (date, duration, end) => expectToEndAt({ date, duration }, Date.parse(end)))

  test('long before its day', () => {
    expect(isCurrent({ date: '2026-11-24', duration: 'day' }, Date.parse('2025-01-01'))).toBe(true)
  })
})

describe('a moment is open', () => {
  const moment = { date: '2026-11-24', duration: 'day' } as const
  const closesAt = '2026-11-23T12:00:00.000Z'
  const closing = Date.parse(closesAt)

  test('while its enrollments are on', () => {
    expect(canBeChosen({ ...moment, enrollments_enabled: true, enrollments_close_at: null }, closing)).toBe(true)
    expect(canBeChosen({ ...moment, enrollments_enabled: false, enrollments_close_at: null }, closing)).toBe(false)
    expect(canBeChosen({ ...moment, enrollments_enabled: false, enrollments_close_at: closesAt }, closing - 1)).toBe(
      false,
    )
  })

  test('until its closing time to the millisecond, also when the flag was not turned off yet', () => {
    const late = { ...moment, enrollments_enabled: true, enrollments_close_at: closesAt }
    expect(canBeChosen(late, closing - 1)).toBe(true)
    expect(canBeChosen(late, closing)).toBe(false)
  })
})

describe('moments in order', () => {
  const times = fc.constantFrom(null, '09:00', '13:30')
  const places = fc.record({ id: fc.nat(9), date: days, duration: durations, starts_at: times })

  test('are sorted by their first day, then the shorter first, then by the hour, then the one made first', () => {
    const day = { id: 9, date: '2026-11-24', duration: 'day', starts_at: null } as const
    const [morning, afternoon] = [
      { ...day, id: 8, starts_at: '09:00' },
      { ...day, id: 7, starts_at: '13:30' },
    ]
    const week = { ...day, id: 1, duration: 'week' } as const
    const nextWeek = { ...week, id: 2 }
    const earlier = { ...week, id: 30, date: '2026-11-23' }
    const inOrder = [earlier, day, morning, afternoon, week, nextWeek]
    expect(inOrder.toReversed().sort(byStart)).toEqual(inOrder)
  })

  test('have one order, whichever is asked about first', () => {
    fc.assert(
      fc.property(places, places, (one, other) => {
        expect(Math.sign(byStart(one, other)) + Math.sign(byStart(other, one))).toBe(0)
      }),
    )
  })
})

describe('a moment that is searched', () => {
  const NOW = Date.parse('2026-10-01T09:00:00Z')
  const moments = {
    thursday: { date: '2026-11-26', duration: 'day', location: 'Zaal 3.14' },
    monday: { date: '2026-12-07', duration: 'day', location: 'Dordrecht' },
    march: { date: '2027-03-02', duration: 'day', location: null },
    week: { date: '2026-11-23', duration: 'week', location: 'Aula' },
  } as const
  const found = (typed: string) =>
    Object.entries(moments).flatMap(([name, moment]) =>
      isMomentFound(moment, ['WIS1', 'STAT'], typed, NOW) ? [name] : [],
    )

  test.each([
    ['26 november', ['thursday', 'week']],
    ['26 NOV.', ['thursday', 'week']],
    ['26nov', ['thursday', 'week']],
    ['november', ['thursday', 'week']],
    ['nov', ['thursday', 'week']],
    ['26-11', ['thursday', 'week']],
    ['26/11/2026', ['thursday', 'week']],
    ['26.11.26', ['thursday', 'week']],
    ['2026-11-26', ['thursday', 'week']],
    ['26-11-2025', []],
    ['26', ['thursday', 'week']],
    ['do', ['thursday']],
    ['Donderdag', ['thursday']],
    ['donderdag 26 november', ['thursday']],
    ['ma 26 november', []],
    ['ma', ['monday']],
    ['za', []],
    ['zaal', ['thursday']],
    ['dordr', ['monday']],
    ['mrt', ['march']],
    ['maart', ['march']],
    ['2027', ['march']],
    ['week', ['week']],
    ['23 nov', ['week']],
    ['wis1 aula', ['week']],
    ['wis1', ['thursday', 'monday', 'march', 'week']],
    ['mei', []],
    ['3.14', ['thursday']],
    ['  ', ['thursday', 'monday', 'march', 'week']],
  ])('is found by %s', (typed, names) => {
    expect(found(typed)).toEqual(names)
  })
})
