import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayLabel,
  fullDayLabel,
  heardLabel,
  instantLabel,
  momentLabel,
  monthName,
  nearInstantLabel,
} from '#domain/calendar/date-labels.ts'
import { localMidnight } from './support/amsterdam-clock.ts'
import { days } from './support/calendar.arbitrary.ts'

const november = Date.parse('2026-11-21T12:00:00Z')

describe('the label of a moment', () => {
  test.each([
    ['2026-01-15', 'do 15 jan'],
    ['2026-02-16', 'ma 16 feb'],
    ['2026-03-29', 'zo 29 mrt'],
    ['2026-04-01', 'wo 1 apr'],
    ['2026-05-01', 'vr 1 mei'],
    ['2026-06-02', 'di 2 jun'],
    ['2026-07-04', 'za 4 jul'],
    ['2026-08-31', 'ma 31 aug'],
    ['2026-09-09', 'wo 9 sep'],
    ['2026-10-25', 'zo 25 okt'],
    ['2026-11-24', 'di 24 nov'],
    ['2026-12-31', 'do 31 dec'],
  ])('%s is %s', (day, label) => {
    expect(dayLabel(day)).toBe(label)
    expect(momentLabel({ date: day, duration: 'day' }, november)).toBe(label)
  })

  test('a week is named after its first day', () => {
    expect(momentLabel({ date: '2026-11-23', duration: 'week' })).toBe('week van 23 nov')
  })

  test('the year is said when it is not this one', () => {
    expect(dayLabel('2027-01-12', november)).toBe('di 12 jan 2027')
    expect(momentLabel({ date: '2025-11-24', duration: 'week' }, november)).toBe('week van 24 nov 2025')
  })

  test('this year is the year in Amsterdam, also in the last hour of the year in UTC', () => {
    const newYear = localMidnight('2027-01-01')
    expect(dayLabel('2027-01-12', newYear - 1)).toBe('di 12 jan 2027')
    expect(dayLabel('2027-01-12', newYear)).toBe('di 12 jan')
  })

  test('shows the day of the month as it is in the calendar, whatever the clock does', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(dayLabel(day).split(' ')[1]).toBe(String(Number(day.slice(8))))
      }),
    )
  })

  test('a day that may be of another year than its reader thinks says its year', () => {
    expect(fullDayLabel('2026-11-24')).toBe('di 24 nov 2026')
  })

  test.each([
    ['2026-11-24T08:00:00.000Z', 'di 24 nov 2026 om 09:00'],
    ['2026-07-01T22:05:00.000Z', 'do 2 jul 2026 om 00:05'],
    ['2026-12-31T23:00:00.000Z', 'vr 1 jan 2027 om 00:00'],
  ])('%s is %s by the clocks of Amsterdam', (instant, label) => {
    expect(instantLabel(instant)).toBe(label)
  })

  test('an instant near by is called by its day and time, with the year when that is another', () => {
    expect(nearInstantLabel('2026-11-24T08:00:00.000Z', november)).toBe('di 24 nov om 09:00')
    expect(nearInstantLabel('2026-12-31T23:30:00.000Z', november)).toBe('vr 1 jan 2027 om 00:30')
  })

  test('when something was heard is called by its time, and by its day where that is another; it is read in one piece', () => {
    const said = (instant: string) => heardLabel(Date.parse(instant), november).replaceAll('\u00a0', '_')
    expect(said('2026-11-21T08:41:00Z')).toBe('om_09.41')
    expect(said('2026-11-20T23:30:00Z')).toBe('om_00.30')
    expect(said('2026-11-20T22:30:00Z')).toBe('vr 20 nov om_23.30')
    expect(said('2025-11-21T08:41:00Z')).toBe('vr 21 nov 2025 om_09.41')
  })

  test('months have their Dutch names', () => {
    expect(Array.from({ length: 12 }, (_, index) => monthName(index + 1)).join(' ')).toBe(
      'januari februari maart april mei juni juli augustus september oktober november december',
    )
  })
})
