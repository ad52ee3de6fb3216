import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readWrittenClock, readWrittenDay, readWrittenTime } from '#domain/calendar/date-input.rules.ts'

describe('a day as people write it', () => {
  test.each([
    '24-11-2026',
    '24/11/2026',
    '24.11.2026',
    '2026-11-24',
    '2026/11/24',
    '24 nov 2026',
    '24 november 2026',
    '24-nov-2026',
    'di 24 nov. 2026',
    'Dinsdag 24 November 2026',
    ' 24-11-2026 ',
  ])('%s is the twenty-fourth of November', (text) => {
    expect(readWrittenDay(text)).toBe('2026-11-24')
  })

  test.each(['1-3-2026', '1 mrt 2026', '1 maart 2026', '01-03-2026'])('%s is the first of March', (text) => {
    expect(readWrittenDay(text)).toBe('2026-03-01')
  })

  test.each(['', '24-11-26', '31-2-2026', '24-13-2026', '11/24/2026', '24 foo 2026', 'morgen', '46350'])(
    '%j is no day, or none that is sure',
    (text) => {
      expect(readWrittenDay(text)).toBeNull()
    },
  )

  test('every day is read back from each way of writing it', () => {
    const day = fc.date({ min: new Date('1000-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = iso.split('-').map(Number)
        for (const format of ['long', 'short'] as const) {
          const name = new Intl.DateTimeFormat('nl-NL', { month: format, timeZone: 'UTC' }).format(date)
          expect(readWrittenDay(`${dayOfMonth} ${name} ${year}`)).toBe(iso)
        }
        expect(readWrittenDay(`${dayOfMonth}-${month}-${year}`)).toBe(iso)
        expect(readWrittenDay(iso)).toBe(iso)
      }),
    )
  })
})

describe('a time as people write it', () => {
  test.each([
    ['24-11-2026 09:00', '2026-11-24T08:00:00.000Z'],
    ['24-11-2026 9:00', '2026-11-24T08:00:00.000Z'],
    ['24 nov 2026 om 9.30 uur', '2026-11-24T08:30:00.000Z'],
    ['2026-11-24T09:00', '2026-11-24T08:00:00.000Z'],
    ['2026-11-24 09:00:00', '2026-11-24T08:00:00.000Z'],
    ['1-7-2026 09:00', '2026-07-01T07:00:00.000Z'],
    ['24-11-2026', '2026-11-24T22:59:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(readWrittenTime(text, '23:59')).toBe(instant)
  })

  test.each(['24-11-2026 24:00', '2026-11-24T24:00', '24-11-2026 25:00', '24-11-2026 09:60', '09:00', 'straks'])(
    '%s is none',
    (text) => {
      expect(readWrittenTime(text, '23:59')).toBeNull()
    },
  )
})

describe('a time of day as people write it', () => {
  test.each([
    ['9', '09:00'],
    ['09', '09:00'],
    ['9.30', '09:30'],
    ['9:30', '09:30'],
    ['9,30', '09:30'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9u30', '09:30'],
    ['9 uur', '09:00'],
    ['9.30 uur.', '09:30'],
    [' 13:30:00 ', '13:30'],
    ['0', '00:00'],
    ['23:59', '23:59'],
  ])('%j is %s', (text, time) => {
    expect(readWrittenClock(text)).toBe(time)
  })

  test.each(['', 'negen', '24', '24:00', '9:60', '9:5', '93', '12345', '-9', '9:30 PM', '0.375', '9:30-11'])(
    '%j is none',
    (text) => {
      expect(readWrittenClock(text)).toBeNull()
    },
  )
})
