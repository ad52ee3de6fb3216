import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAfter, writeAfter } from '#domain/calendar/date-input.rules.ts'
import { days } from './support/calendar.arbitrary.ts'

describe('after= on the wire', () => {
  test.each(Array.from({ length: 12 }, (_, month) => month))(
    'counts month %i from zero, and is read as written',
    (month) => {
      const day = `2026-${String(month + 1).padStart(2, '0')}-15`
      expect(writeAfter(day)).toBe(`2026-${month}-15`)
      expect(readAfter(`2026-${month}-15`)).toBe(day)
    },
  )

  test('comes back as the same day, any day', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(readAfter(writeAfter(day))).toBe(day)
      }),
    )
  })

  test('is what a client writes that asks its Date for the month', () => {
    fc.assert(
      fc.property(days, (day) => {
        const date = new Date(day)
        expect(writeAfter(day)).toBe(`${date.getUTCFullYear()}-${date.getUTCMonth()}-${date.getUTCDate()}`)
      }),
    )
  })

  test('may have leading zeros', () => expect(readAfter('2026-00-05')).toBe('2026-01-05'))

  test.each([
    '',
    '2026',
    '2026-12-1',
    '2026-1-29',
    '2026-0-0',
    '2026-0-32',
    '-2026-0-1',
    '2026-0-1 ',
    '2026-0-1T00:00',
    '20260-0-1',
    'x',
  ])('is not read when it says no day: %j', (text) => expect(readAfter(text)).toBeNull())

  test('never throws, and reads nothing but days that exist', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,5}-\d{1,3}-\d{1,3}$/)), (text) => {
        const day = readAfter(text)
        if (day !== null) expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
      }),
    )
  })
})
