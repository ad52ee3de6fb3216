import { expect, test } from 'vitest'
import { quietUntil } from '#domain/push/push.rules.ts'

const NIGHT = { from: '22:30', until: '07:00' }
const LESSON = { from: '09:00', until: '12:15' }

const endOf = (quiet: typeof NIGHT | null, instant: string) => {
  const end = quietUntil(quiet, Date.parse(instant))
  return end === null ? null : new Date(end).toISOString()
}

test('a user who asked for no quiet has none', () => {
  expect(endOf(null, '2026-01-15T02:00:00.000Z')).toBeNull()
})

test('quiet hours of one day start at their first minute and end before their last', () => {
  expect(endOf(LESSON, '2026-01-15T07:59:59.999Z')).toBeNull()
  expect(endOf(LESSON, '2026-01-15T08:00:00.000Z')).toBe('2026-01-15T11:15:00.000Z')
  expect(endOf(LESSON, '2026-01-15T11:14:59.999Z')).toBe('2026-01-15T11:15:00.000Z')
  expect(endOf(LESSON, '2026-01-15T11:15:00.000Z')).toBeNull()
})

test('a night goes on past midnight, to the next morning', () => {
  expect(endOf(NIGHT, '2026-01-15T21:29:59.999Z')).toBeNull()
  expect(endOf(NIGHT, '2026-01-15T21:30:00.000Z')).toBe('2026-01-16T06:00:00.000Z')
  expect(endOf(NIGHT, '2026-01-15T23:00:00.000Z')).toBe('2026-01-16T06:00:00.000Z')
  expect(endOf(NIGHT, '2026-01-16T05:59:59.999Z')).toBe('2026-01-16T06:00:00.000Z')
  expect(endOf(NIGHT, '2026-01-16T06:00:00.000Z')).toBeNull()
})

test('the last night of a month and of a year ends in the next', () => {
  expect(endOf(NIGHT, '2026-12-31T22:45:00.000Z')).toBe('2027-01-01T06:00:00.000Z')
})

test('it is the clock in Amsterdam that counts, in summer and in winter', () => {
  expect(endOf(NIGHT, '2026-07-15T20:30:00.000Z')).toBe('2026-07-16T05:00:00.000Z')
  // The night in which summer time begins is an hour shorter, the one in which it ends an hour longer.
  expect(endOf(NIGHT, '2026-03-28T22:00:00.000Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(endOf(NIGHT, '2026-10-24T21:00:00.000Z')).toBe('2026-10-25T06:00:00.000Z')
})

test('an end that the clock skips comes an hour later; one that it shows twice comes after now', () => {
  const early = { from: '22:00', until: '02:30' }
  expect(endOf(early, '2026-03-29T00:30:00.000Z')).toBe('2026-03-29T01:30:00.000Z')
  expect(endOf(early, '2026-10-25T00:15:00.000Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(endOf(early, '2026-10-25T01:15:00.000Z')).toBe('2026-10-25T01:30:00.000Z')
})

test('from and until alike are no quiet hours', () => {
  for (const hour of ['00', '07', '12', '23'])
    expect(endOf({ from: '07:00', until: '07:00' }, `2026-01-15T${hour}:00:00.000Z`)).toBeNull()
})

test('the end is always ahead, and never quiet itself, at every half hour of a year', () => {
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  for (let half = 0; half < 365 * 48; half++) {
    const now = start + half * 1_800_000
    const end = quietUntil(NIGHT, now)
    if (end === null) continue
    expect(end).toBeGreaterThan(now)
    expect(quietUntil(NIGHT, end)).toBeNull()
  }
})
