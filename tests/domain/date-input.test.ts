import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DateInput, readDateInput } from '#domain/calendar/date-input.rules.ts'
import { dateProblemTexts } from '#domain/calendar/date-input.texts.ts'
import { days, years } from './support/calendar.arbitrary.ts'

const months = fc.integer({ min: 1, max: 12 })

/** Error for a typed date, or the day if nothing is wrong with it. */
function said(input: DateInput): string {
  const reading = readDateInput(input)
  return reading.valid ? reading.day : dateProblemTexts[reading.problem](input)
}

describe('a date that is typed', () => {
  test('is read when it exists', () => {
    fc.assert(
      fc.property(days, (day) => {
        const date = new Date(day)
        const input = { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: date.getUTCFullYear() }
        expect(said(input)).toBe(day)
      }),
    )
  })

  test('with a day below 1 is refused, whatever else is wrong with it', () => {
    fc.assert(
      fc.property(fc.integer({ max: 0 }), fc.integer(), fc.integer(), (day, month, year) => {
        expect(said({ day, month, year })).toBe('Dag mag niet kleiner dan 1 zijn')
      }),
    )
  })

  test.each([
    [1, 'januari', 31],
    [2, 'februari', 28],
    [3, 'maart', 31],
    [4, 'april', 30],
    [5, 'mei', 31],
    [6, 'juni', 30],
    [7, 'juli', 31],
    [8, 'augustus', 31],
    [9, 'september', 30],
    [10, 'oktober', 31],
    [11, 'november', 30],
    [12, 'december', 31],
  ])('in month %i: the day after the last of %s is refused, and its %i days named', (month, name, length) => {
    expect(readDateInput({ day: length, month, year: 2026 }).valid).toBe(true)
    expect(said({ day: length + 1, month, year: 2026 })).toBe(`De maand ${name} van 2026 heeft ${length} dagen`)
  })

  test('may be 29 February in leap years alone', () => {
    expect(said({ day: 29, month: 2, year: 2028 })).toBe('2028-02-29')
    expect(said({ day: 30, month: 2, year: 2028 })).toBe('De maand februari van 2028 heeft 29 dagen')
    expect(said({ day: 29, month: 2, year: 2027 })).toBe('De maand februari van 2027 heeft 28 dagen')
    expect(said({ day: 29, month: 2, year: 2100 })).toBe('De maand februari van 2100 heeft 28 dagen')
  })

  test('needs a whole day: half a day, nothing or a word is none', () => {
    fc.assert(
      fc.property(fc.constantFrom(Number.NaN, 1.5, Number.POSITIVE_INFINITY), months, years, (day, month, year) => {
        expect(said({ day, month, year })).toBe('Dag moet een heel getal zijn')
      }),
    )
  })

  test.each([0, 13, -1, 1.5, Number.NaN])('is in no month %d', (month) => {
    expect(said({ day: 31, month, year: 2026 })).toBe('Kies een maand')
  })

  test.each([26, 0, -2026, 10_000, 2026.5, Number.NaN])('is in no year %d', (year) => {
    expect(said({ day: 31, month: 2, year })).toBe('Jaar moet uit vier cijfers bestaan')
  })
})
