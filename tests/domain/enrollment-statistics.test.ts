import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ClassGroupResults,
  lastWeeks,
  partsShown,
  passesOver,
  presenceOver,
  resultsByDepartment,
} from '#domain/statistics/statistics.rules.ts'

test('the last eight weeks start on Mondays, this one included', () => {
  const weeks = lastWeeks(Date.parse('2026-03-10T09:00:00.000Z'))
  expect(weeks).toHaveLength(8)
  expect([weeks[0], weeks.at(-1)]).toEqual(['2026-01-19', '2026-03-09'])
  for (const week of weeks) expect(new Date(week).getUTCDay(), week).toBe(1)
})

test('on a Sunday evening it is still the week that began on Monday; at midnight in Amsterdam a new one begins', () => {
  expect(lastWeeks(Date.parse('2026-03-15T22:59:59.999Z')).at(-1)).toBe('2026-03-09')
  expect(lastWeeks(Date.parse('2026-03-15T23:00:00.000Z')).at(-1)).toBe('2026-03-16')
})

test('figures of results count only groups of five or more, and no figure depends on what a smaller one got', () => {
  const large = [
    { counted: 5, passed: 1 },
    { counted: 12, passed: 12 },
  ]
  expect(passesOver(large)).toEqual({ counted: 17, passed: 13 })
  for (const counted of [1, 2, 3, 4])
    for (const passed of [0, counted]) {
      expect(passesOver([...large, { counted, passed }])).toEqual(passesOver(large))
      expect(
        passesOver([
          { counted, passed },
          { counted: 4, passed: 4 },
        ]),
      ).toBeNull()
      expect(presenceOver({ ticked: counted, present: passed })).toBeNull()
    }
  expect(presenceOver({ ticked: 5, present: 2 })).toEqual({ ticked: 5, present: 2 })
  expect([passesOver([]), presenceOver(undefined)]).toEqual([null, null])
})

test('no part under five is shown, nor can one be found by subtracting; no more parts are left out than necessary', () => {
  const parts = fc.array(fc.record({ students: fc.integer({ min: 1, max: 12 }) }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(parts, (parts) => {
      const shown = partsShown(parts)
      const [withheld, small] = [parts.filter((part) => !shown.has(part)), parts.filter(({ students }) => students < 5)]
      const left = withheld.reduce((sum, { students }) => sum + students, 0)
      expect([...shown].every(({ students }) => students >= 5)).toBe(true)
      expect(left === 0 || left >= 5 || shown.size === 0).toBe(true)
      expect(withheld.length - small.length).toBeLessThanOrEqual(1)
    }),
  )
})

test('results are of departments, and of the class groups of those that are shown', () => {
  const group = (department_name: string | null, class_group: string | null, students: number): ClassGroupResults => ({
    ...{ department_id: department_name === null ? null : department_name.length, department_name, class_group },
    ...{ students, counted: 2 * students, passed: students },
  })
  const found = resultsByDepartment([
    ...[group('Techniek', 'T1B', 7), group('Techniek', 'T1A', 9), group('Techniek', null, 2)],
    ...[group('Bouwkunde', null, 30), group(null, 'X', 6), group('Klein', 'K1', 4)],
  ])
  const figure = ({ students, passes }: { students: number; passes: object | null }) => [students, passes]
  const shown = (students: number) => [students, { counted: 2 * students, passed: students }]
  expect(found.map((one) => [one.department?.name, ...figure(one)])).toEqual([
    ['Bouwkunde', ...shown(30)],
    // Too few; and those without a department, since the number of all is known.
    ...[
      ['Klein', 4, null],
      ['Techniek', ...shown(18)],
      [undefined, 6, null],
    ],
  ])
  expect(found.map(({ class_groups }) => class_groups.map((one) => [one.name, ...figure(one)]))).toEqual([
    ...[[], []],
    [
      ['T1A', ...shown(9)],
      ['T1B', 7, null],
      [null, 2, null],
    ],
    [],
  ])
})
