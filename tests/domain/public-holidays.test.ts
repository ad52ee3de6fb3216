import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/calendar/amsterdam.ts'
import { dayRemarks } from '#domain/calendar/day-remarks.rules.ts'
import { dayRemarksText, holidayTexts } from '#domain/calendar/day-remarks.texts.ts'
import { easterSunday, holidaysOf, holidaysOn } from '#domain/calendar/public-holidays.rules.ts'

/** Holidays as printed in calendars: Easter Sunday, King's Day, Ascension Day, Whit Sunday. */
const known = `
  2020 04-12 04-27 05-21 05-31
  2021 04-04 04-27 05-13 05-23
  2022 04-17 04-27 05-26 06-05
  2023 04-09 04-27 05-18 05-28
  2024 03-31 04-27 05-09 05-19
  2025 04-20 04-26 05-29 06-08
  2026 04-05 04-27 05-14 05-24
  2027 03-28 04-27 05-06 05-16
  2028 04-16 04-27 05-25 06-04
  2029 04-01 04-27 05-10 05-20
  2030 04-21 04-27 05-30 06-09
  2031 04-13 04-26 05-22 06-01
  2032 03-28 04-27 05-06 05-16
  2033 04-17 04-27 05-26 06-05
  2034 04-09 04-27 05-18 05-28
  2035 03-25 04-27 05-03 05-13
  2036 04-13 04-26 05-22 06-01
  2037 04-05 04-27 05-14 05-24
  2038 04-25 04-27 06-03 06-13
  2039 04-10 04-27 05-19 05-29
  2040 04-01 04-27 05-10 05-20`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

test.for(known)(
  'the holidays of %s are on the days that calendars give',
  ([year = '', easter, king, ascension, whit]) => {
    const days = new Map(holidaysOf(Number(year)).map(({ holiday, day }) => [holiday, day]))
    const at = (day = '') => `${year}-${day}`
    expect(Object.fromEntries(days)).toEqual({
      'new-year': at('01-01'),
      'good-friday': addDays(at(easter), -2),
      'easter-sunday': at(easter),
      'easter-monday': addDays(at(easter), 1),
      'kings-day': at(king),
      'liberation-day': at('05-05'),
      'ascension-day': at(ascension),
      'after-ascension-day': addDays(at(ascension), 1),
      'whit-sunday': at(whit),
      'whit-monday': addDays(at(whit), 1),
      'christmas-day': at('12-25'),
      'second-christmas-day': at('12-26'),
    })
  },
)

test('Easter is a Sunday from 22 March to 25 April, in any year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1583, max: 8999 }), (year) => {
      const easter = easterSunday(year)
      expect(new Date(easter).getUTCDay()).toBe(0)
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true)
    }),
  )
})

test('a day can be two holidays at once', () => {
  expect(holidaysOn('2016-05-05')).toEqual(['liberation-day', 'ascension-day'])
  expect(holidaysOn('2026-03-18')).toEqual([])
})

describe('remarks about a day', () => {
  const meivakantie = { name: 'Meivakantie', first_day: '2026-04-27', last_day: '2026-05-10' }
  const about = (date: string, duration: 'day' | 'week' = 'day') => dayRemarksText({ date, duration }, [meivakantie])

  test('there are none about a school day', () => {
    expect(about('2026-03-18')).toBe('')
  })

  test('name the weekend, the holiday and the days without lessons', () => {
    expect(about('2026-03-21')).toBe('Let op: zaterdag.')
    expect(about('2026-05-05')).toBe('Let op: Bevrijdingsdag, lesvrij: Meivakantie.')
    expect(about('2026-05-10')).toBe('Let op: zondag, lesvrij: Meivakantie.')
    expect(about('2026-05-11')).toBe('')
    expect(about('2026-04-26')).toBe('Let op: zondag.')
  })

  test('the holidays of a week do not include its weekend', () => {
    expect(about('2026-03-16', 'week')).toBe('')
    expect(about('2026-03-30', 'week')).toBe('Let op: in deze week Goede Vrijdag.')
    expect(about('2026-04-22', 'week')).toBe('Let op: in deze week Koningsdag, lesvrij: Meivakantie.')
    expect(dayRemarks({ date: '2026-03-21', duration: 'week' }, [])).toEqual([{ remark: 'weekend', day: '2026-03-21' }])
  })

  test('every holiday has its name', () => {
    expect(holidaysOf(2026).map(({ holiday }) => holidayTexts[holiday])).toContain('Goede Vrijdag')
  })
})
