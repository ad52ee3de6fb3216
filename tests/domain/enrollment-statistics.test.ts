import { expect, test } from 'vitest'
import { lastWeeks, passesOver, presenceOver } from '#domain/statistics/statistics.rules.ts'

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
