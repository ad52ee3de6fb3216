import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/calendar/amsterdam.ts'
import { isOutsideSchoolyear } from '#domain/schoolyears/schoolyear.rules.ts'
import { copiedDay, copyOn, copyRemarks, yearsBetween } from '#domain/testmoments/copy.rules.ts'
import type { CopySource } from '#domain/testmoments/copy.schema.ts'
import { copyRemarkText } from '#domain/testmoments/copy.texts.ts'

const NOW = Date.parse('2026-06-10T09:00:00.000Z')
const NEXT = { source: '2025-2026', target: '2026-2027' }
const weekday = (day: string) => new Date(day).getUTCDay()

describe('the same weekday in another year', () => {
  test.for([
    ['2025-11-24', '2026-11-23'],
    ['2026-03-20', '2027-03-19'],
    // 52 weeks before its year begins: 53
    ['2025-08-01', '2026-08-07'],
    ['2026-07-31', '2027-07-30'],
  ])('of %s is %s', ([day = '', copied]) => {
    expect(copiedDay(day, { by: 'weekday' }, NEXT)).toBe(copied)
  })

  test('of 29 February is near 28 February', () => {
    expect(copiedDay('2028-02-29', { by: 'weekday' }, { source: '2027-2028', target: '2028-2029' })).toBe('2029-02-27')
  })

  test('goes by the years that lie between them, also backwards; where a name says none, by one', () => {
    expect(copiedDay('2025-11-24', { by: 'weekday' }, { source: '2025/26', target: 'Schooljaar 2028-2029' })).toBe(
      '2028-11-27',
    )
    expect(yearsBetween({ source: '2025-2026', target: '2024-2025' })).toBe(-1)
    expect(copiedDay('2025-11-24', { by: 'weekday' }, { source: 'Proefjaar', target: 'Echt' })).toBe('2026-11-23')
  })

  test('has that weekday, lies in the year, and is the nearest that does, whatever the day and the years', () => {
    const years = fc.record({ start: fc.integer({ min: 2000, max: 2060 }), distance: fc.integer({ min: -8, max: 8 }) })
    fc.assert(
      fc.property(years, fc.integer({ min: 0, max: 364 }), ({ start, distance }, nth) => {
        const names = { source: `${start}-${start + 1}`, target: `${start + distance}-${start + distance + 1}` }
        const day = addDays(`${start}-08-01`, nth)
        const copied = copiedDay(day, { by: 'weekday' }, names)
        expect(weekday(copied)).toBe(weekday(day))
        expect(isOutsideSchoolyear(names.target, copied)).toBe(false)
        const [year = 0, monthAndDay = ''] = [Number(day.slice(0, 4)) + distance, day.slice(4)]
        const wished = Date.parse(`${year}${monthAndDay === '-02-29' ? '-02-28' : monthAndDay}`)
        const away = (one: string) => Math.abs(Date.parse(one) - wished)
        for (const other of [addDays(copied, -7), addDays(copied, 7)])
          if (!isOutsideSchoolyear(names.target, other)) expect(away(other)).toBeGreaterThanOrEqual(away(copied))
      }),
    )
  })

  test('a number of days is just that', () => {
    expect(copiedDay('2025-11-24', { by: 'days', days: 371 }, NEXT)).toBe('2026-11-30')
    expect(copiedDay('2025-11-24', { by: 'days', days: -1 }, NEXT)).toBe('2025-11-23')
  })
})

const source: CopySource = {
  id: 7,
  date: '2026-03-20',
  duration: 'day',
  location: 'Aula',
  starts_at: '09:00',
  ends_at: '11:00',
  max_enrollments: 2,
  seats: 60,
  enrollments_open_at: '2026-02-20T08:00:00.000Z',
  enrollments_close_at: '2026-03-19T16:00:00.000Z',
  modules: [
    { id: 1, name: 'ALG', auto_enroll: true, usable: true },
    { id: 2, name: 'OUD', auto_enroll: false, usable: false },
  ],
  rooms: 0,
}

describe('a copy', () => {
  test('keeps all but the day and what is not in use', () => {
    const { copy, modulesLeft, opensAll } = copyOn(source, '2027-03-19', { plans: false, now: NOW })
    expect(copy).toEqual({
      date: '2027-03-19',
      duration: 'day',
      location: 'Aula',
      starts_at: '09:00',
      ends_at: '11:00',
      max_enrollments: 2,
      seats: 60,
      enrollments_open_at: null,
      enrollments_close_at: null,
      modules: [{ id: 1, auto_enroll: true }],
    })
    expect(modulesLeft).toEqual(['OUD'])
    expect(opensAll).toBe(false)
  })

  test('has its planned times moved along by days, at the same time of day, also across summer time', () => {
    const { copy, plansLeft } = copyOn(source, '2027-03-29', { plans: true, now: NOW })
    // 374 days later; 28 March 2027 the clock goes forward
    expect(copy.enrollments_open_at).toBe('2027-03-01T08:00:00.000Z')
    expect(copy.enrollments_close_at).toBe('2027-03-28T15:00:00.000Z')
    expect(plansLeft).toEqual([])
  })

  test('leaves out planned times that have been, and says so', () => {
    const { copy, plansLeft } = copyOn(source, '2026-06-20', { plans: true, now: NOW })
    expect(copy.enrollments_open_at).toBeNull()
    expect(copy.enrollments_close_at).toBe('2026-06-19T15:00:00.000Z')
    expect(plansLeft).toEqual(['opening-past'])
    expect(copyOn(source, '2026-05-20', { plans: true, now: NOW }).plansLeft).toEqual(['opening-past', 'closing-past'])
  })

  const remarks = (date: string, taken: string[] = [], days = [date], moment = source) =>
    copyRemarks(copyOn(moment, date, { plans: true, now: NOW }), {
      target: '2026-2027',
      taken,
      days,
      recesses: [{ name: 'Meivakantie', first_day: '2027-04-26', last_day: '2027-05-09' }],
      now: NOW,
    }).map(copyRemarkText)

  test('is remarked where its day asks for it', () => {
    const left = 'niet meer in gebruik: OUD'
    expect(remarks('2027-03-19')).toEqual([left])
    expect(remarks('2027-03-26')).toEqual(['Goede Vrijdag', left])
    expect(remarks('2027-05-06')).toEqual(['Hemelvaartsdag', 'lesvrij: Meivakantie', left])
    expect(remarks('2027-03-20', ['2027-03-20'])).toEqual(['zaterdag', 'er is die dag al een toetsmoment', left])
    expect(remarks('2027-03-19', ['2027-03-19', '2027-03-19'])).toEqual(['er zijn die dag al 2 toetsmomenten', left])
    expect(remarks('2027-03-19', [], ['2027-03-19', '2027-03-19'])).toEqual(['twee op dezelfde dag', left])
    expect(remarks('2026-06-09')).toEqual([
      'al geweest',
      'buiten het schooljaar',
      left,
      'zonder opening: die is al geweest',
      'zonder sluiting: die is al geweest',
    ])
  })

  test('that would lose its last module says that it offers all', () => {
    const idle = { ...source, modules: source.modules.filter(({ usable }) => !usable) }
    expect(remarks('2027-03-19', [], ['2027-03-19'], idle)).toEqual([
      'zonder modules: inschrijven kan dan voor alle modules',
      'niet meer in gebruik: OUD',
    ])
    expect(remarks('2027-03-19', [], ['2027-03-19'], { ...source, modules: [] })).toEqual([])
  })
})
