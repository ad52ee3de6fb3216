import { expect, test } from 'vitest'
import { lastWeeks } from '#domain/statistics/statistics.rules.ts'

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
