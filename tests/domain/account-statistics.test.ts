import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newAccountsSince } from '#domain/statistics/statistics.rules.ts'
import { localDay, localMidnight } from './support/amsterdam-clock.ts'
import { instants } from './support/calendar.arbitrary.ts'

test('accounts are new since midnight of 1 August in Amsterdam', () => {
  const august = localMidnight('2026-08-01')
  expect(newAccountsSince(august)).toBe(august)
  expect(newAccountsSince(august - 1)).toBe(localMidnight('2025-08-01'))
  expect(newAccountsSince(Date.parse('2027-07-31T12:00:00Z'))).toBe(august)
})

test('that day is the last 1 August, whatever the time', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const since = newAccountsSince(now)
      const day = localDay(since)
      expect(day.slice(4)).toBe('-08-01')
      expect(since).toBe(localMidnight(day))
      expect(since).toBeLessThanOrEqual(now)
      expect(localMidnight(`${Number(day.slice(0, 4)) + 1}-08-01`)).toBeGreaterThan(now)
    }),
  )
})
