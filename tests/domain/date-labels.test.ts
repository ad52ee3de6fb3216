import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayAndStartLabel,
  dayLabel,
  instantLabel,
  momentLabel,
  tileLabel,
  untilLabel,
} from '#domain/calendar/date-labels.ts'
import { distinctLabels } from '#domain/calendar/distinct-labels.ts'
import { monthName } from '#domain/calendar/month-name.ts'
import { receivedLabel } from '#domain/calendar/time-labels.ts'
import { localMidnight } from './support/amsterdam-clock.ts'
import { days } from './support/calendar.arbitrary.ts'

const november = Date.parse('2026-11-21T12:00:00Z')

describe('the label of a moment', () => {
  test.each([
    ['2027-01-15', 'vr 15 jan'],
    ['2027-02-16', 'di 16 feb'],
    ['2027-03-29', 'ma 29 mrt'],
    ['2027-04-01', 'do 1 apr'],
    ['2027-05-01', 'za 1 mei'],
    ['2027-06-02', 'wo 2 jun'],
    ['2027-07-04', 'zo 4 jul'],
    ['2026-08-31', 'ma 31 aug'],
    ['2026-09-09', 'wo 9 sep'],
    ['2026-10-25', 'zo 25 okt'],
    ['2026-11-24', 'di 24 nov'],
    ['2026-12-31', 'do 31 dec'],
  ])('%s is %s', (day, label) => {
    expect(dayLabel(day, november)).toBe(label)
    expect(momentLabel({ date: day, duration: 'day' }, november)).toBe(label)
  })

  test('moments of one day are distinguished by time and place, else by a number', () => {
    const moment = (date: string, starts_at: string | null, location: string | null = null) => ({
      ...{ date, starts_at, location },
      duration: 'day' as const,
      ends_at: null,
    })
    const [one, other] = ['2026-11-24', '2026-11-25']
    expect(
      distinctLabels(
        [moment(one, '09:00', 'Aula'), moment(other, '09:00'), moment(one, null), moment(one, null)],
        november,
      ),
    ).toEqual(['di 24 nov, 09:00\u00a0· Aula', 'wo 25 nov', 'di 24 nov (1)', 'di 24 nov (2)'])
    // A letter or its subject names a single moment, by its day and start.
    expect([moment(one, '09:00'), moment(one, null)].map((each) => dayAndStartLabel(each, november))).toEqual([
      'di 24 nov om 09:00',
      'di 24 nov',
    ])
  })

  test('a week is named after its first day', () => {
    expect(momentLabel({ date: '2026-11-23', duration: 'week' }, november)).toBe('week van 23 nov')
    expect(momentLabel({ date: '2026-11-23', duration: 'week' }, 'any-time')).toBe('week van 23 nov 2026')
  })

  test.each([
    ['2026-07-31', 'vr 31 jul 2026', 'vr 31 jul'],
    ['2026-08-01', 'za 1 aug', 'za 1 aug 2026'],
    ['2027-01-05', 'di 5 jan', 'di 5 jan 2027'],
    ['2027-07-31', 'za 31 jul', 'za 31 jul 2027'],
    ['2027-08-01', 'zo 1 aug 2027', 'zo 1 aug 2027'],
  ])('the label of %s leaves out the year only during the same school year', (day, thisYear, yearBefore) => {
    expect(dayLabel(day, november)).toBe(thisYear)
    expect(dayLabel(day, Date.parse('2026-03-01T12:00:00Z'))).toBe(yearBefore)
  })

  test('the school year changes at midnight in Amsterdam, when it is still July in UTC', () => {
    const august = localMidnight('2027-08-01')
    expect(dayLabel('2027-09-12', august - 1)).toBe('zo 12 sep 2027')
    expect(dayLabel('2027-09-12', august)).toBe('zo 12 sep')
  })

  test('shows the day of the month of the calendar, also on days when the clock changes', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(dayLabel(day, november).split(' ')[1]).toBe(String(Number(day.slice(8))))
      }),
    )
  })

  test('a label that is kept for later (any-time) always has the year', () => {
    expect(dayLabel('2026-11-24', 'any-time')).toBe('di 24 nov 2026')
  })

  test.each([
    ['2026-11-24T08:00:00.000Z', 'di 24 nov 2026 om 09:00'],
    ['2026-07-01T22:05:00.000Z', 'do 2 jul 2026 om 00:05'],
    ['2026-12-31T23:00:00.000Z', 'vr 1 jan 2027 om 00:00'],
  ])('%s is %s by the clocks of Amsterdam', (instant, label) => {
    expect(instantLabel(instant, 'any-time')).toBe(label)
  })

  test('an instant is shown as its day and time, with the year if the label of the day has it', () => {
    expect(instantLabel('2026-11-24T08:00:00.000Z', november)).toBe('di 24 nov om 09:00')
    expect(instantLabel('2027-07-31T22:30:00.000Z', november)).toBe('zo 1 aug 2027 om 00:30')
  })

  test('midnight is shown as 00:00, never as 24:00', () => {
    const midnight = localMidnight('2026-11-24')
    for (let second = 0; second < 86_400; second += 60) {
      const iso = new Date(midnight + second * 1000).toISOString()
      expect(instantLabel(iso, november)).toMatch(/^di 24 nov om ([01]\d|2[0-3]):[0-5]\d$/)
    }
  })

  test('the time of receipt is shown without the day if that is today, and does not break over two lines', () => {
    const said = (instant: string) => receivedLabel(Date.parse(instant), november).replaceAll('\u00a0', '_')
    expect(said('2026-11-21T08:41:00Z')).toBe('om_09:41')
    expect(said('2026-11-20T23:30:00Z')).toBe('om_00:30')
    expect(said('2026-11-20T22:30:00Z')).toBe('vr 20 nov om_23:30')
    expect(said('2025-11-21T08:41:00Z')).toBe('vr 21 nov 2025 om_09:41')
  })

  test('months have their Dutch names', () => {
    expect(Array.from({ length: 12 }, (_, index) => monthName(index + 1)).join(' ')).toBe(
      'januari februari maart april mei juni juli augustus september oktober november december',
    )
  })
})

describe('the tile of a moment', () => {
  const tile = (date: string, duration: 'day' | 'week', now = november) => {
    const { above, figure, month, year } = tileLabel({ date, duration }, now)
    return [above, figure, month, year].filter(Boolean).join(' | ')
  }

  test.each([
    ['2026-12-08', 'day', 'di | 8 | dec'],
    ['2027-10-05', 'day', 'di | 5 | okt | 2027'],
    ['2026-11-16', 'week', 'week | 16–20 | nov'],
    ['2026-11-30', 'week', 'week | 30–4 | nov–dec'],
    ['2026-12-28', 'week', 'week | 28–1 | dec–jan'],
    ['2025-11-17', 'week', 'week | 17–21 | nov | 2025'],
    ['2027-03-02', 'week', 'week van | 2 | mrt'],
  ] as const)('%s for a %s reads %s', (date, duration, lines) => {
    expect(tile(date, duration)).toBe(lines)
  })

  test('the tile shows the year if the label of the day does', () => {
    fc.assert(
      fc.property(days, (day) => {
        const { year } = tileLabel({ date: day, duration: 'day' }, november)
        expect(year ?? '').toBe(dayLabel(day, november).split(' ')[3] ?? '')
      }),
    )
  })
})

describe('how far off a moment is', () => {
  test.each([
    ['2026-11-21', 'day', 'vandaag'],
    ['2026-11-22', 'day', 'morgen'],
    ['2026-12-06', 'day', 'over 15 dagen'],
    ['2027-03-29', 'day', 'over 128 dagen'],
    ['2026-11-16', 'week', 'deze week'],
    ['2026-11-23', 'week', 'over 2 dagen'],
  ] as const)('%s for a %s is %s', (date, duration, label) => {
    expect(untilLabel({ date, duration }, november)).toBe(label)
  })

  test('the day changes at midnight in Amsterdam', () => {
    const midnight = localMidnight('2026-12-08')
    expect(untilLabel({ date: '2026-12-08', duration: 'day' }, midnight - 1)).toBe('morgen')
    expect(untilLabel({ date: '2026-12-08', duration: 'day' }, midnight)).toBe('vandaag')
  })
})
