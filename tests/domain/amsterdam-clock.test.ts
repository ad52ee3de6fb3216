import { expect, test } from 'vitest'
import { amsterdamClock } from '#domain/calendar/amsterdam.ts'

const clockAt = (instant: string) => amsterdamClock(Date.parse(instant))

test('the clock in Amsterdam is an hour ahead of UTC in winter and two in summer', () => {
  expect(clockAt('2026-01-15T22:30:05.999Z')).toBe('2026-01-15 23:30:05')
  expect(clockAt('2026-07-15T22:30:00.000Z')).toBe('2026-07-16 00:30:00')
})

test('at midnight it shows 00, and 02:30 twice when summer ends', () => {
  expect(clockAt('2025-12-31T23:00:00.000Z')).toBe('2026-01-01 00:00:00')
  expect(clockAt('2026-10-25T00:30:00.000Z')).toBe('2026-10-25 02:30:00')
  expect(clockAt('2026-10-25T01:30:00.000Z')).toBe('2026-10-25 02:30:00')
})
