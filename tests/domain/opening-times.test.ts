import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { afterToggle, carryOutSchedule, isReversed, type OpeningTimes } from '#domain/testmoments/schedule.rules.ts'
import { NOW } from './support/enrollment.arbitrary.ts'

const HOUR = 3_600_000
const at = (offset: number) => new Date(NOW + offset).toISOString()
const times = (enrollments_enabled: boolean, open: number | null, close: number | null): OpeningTimes => ({
  enrollments_enabled,
  enrollments_open_at: open === null ? null : at(open),
  enrollments_close_at: close === null ? null : at(close),
})

const offsets = fc.option(fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -5 * HOUR, max: 5 * HOUR })))
const anyTimes = fc
  .record({ enabled: fc.boolean(), open: offsets, close: offsets })
  .map(({ enabled, open, close }) => times(enabled, open, close))
/** Times that the database can hold. */
const storedTimes = anyTimes.filter((stored) => !isReversed(stored))
/** Days on which the moment is, long after all these times. */
const later = { date: '2027-06-01', duration: 'day' } as const
const instants = fc.integer({ min: NOW - 6 * HOUR, max: NOW + 6 * HOUR })

describe('the schedule of a moment', () => {
  test.each([
    ['opens it at its time, and forgets the time', times(false, 0, 1), times(true, null, 1)],
    ['does not open it a millisecond before', times(false, 1, 2), times(false, 1, 2)],
    ['closes it at its time, and forgets the time', times(true, null, 0), times(false, null, null)],
    ['does not close it a millisecond before', times(true, null, 1), times(true, null, 1)],
    ['forgets an opening of what is open', times(true, 0, null), times(true, null, null)],
    ['forgets a closing of what is closed', times(false, null, 0), times(false, null, null)],
    ['leaves closed what it should have opened and closed meanwhile', times(false, -2, -1), times(false, null, null)],
    ['does nothing where nothing is planned', times(true, null, null), times(true, null, null)],
  ])('%s', (_, before, after) => {
    expect(carryOutSchedule(before, NOW)).toEqual(after)
  })

  test('is carried out once', () => {
    fc.assert(
      fc.property(storedTimes, instants, (stored, now) => {
        const after = carryOutSchedule(stored, now)
        expect(carryOutSchedule(after, now)).toEqual(after)
      }),
    )
  })

  test('ends alike whether it was looked at all the time or only after a long downtime', () => {
    fc.assert(
      fc.property(storedTimes, fc.array(instants), instants, (stored, looks, last) => {
        const seen = looks.filter((look) => look <= last).toSorted((one, other) => one - other)
        const punctual = [...seen, last].reduce(carryOutSchedule, stored)
        expect(punctual).toEqual(carryOutSchedule(stored, last))
      }),
    )
  })

  test('closes for nobody who was not refused already', () => {
    fc.assert(
      fc.property(storedTimes, instants, (stored, now) => {
        if (!canBeChosen({ ...later, ...stored }, now)) return
        expect(canBeChosen({ ...later, ...carryOutSchedule(stored, now) }, now)).toBe(true)
      }),
    )
  })
})

describe('opening or closing by hand', () => {
  test.each([
    ['opening leaves nothing to open later', times(true, 1, 2), times(true, null, 2)],
    ['opening after the planned closing is not undone by it', times(true, -2, 0), times(true, null, null)],
    ['closing after the planned opening is not undone by it', times(false, 0, 1), times(false, null, 1)],
    ['closing keeps what is planned for later', times(false, 1, 2), times(false, 1, 2)],
  ])('%s', (_, wished, after) => {
    expect(afterToggle(wished, NOW)).toEqual(after)
  })

  test('holds until a planned time to come', () => {
    fc.assert(
      fc.property(anyTimes, (wished) => {
        const after = afterToggle(wished, NOW)
        expect(after.enrollments_enabled).toBe(wished.enrollments_enabled)
        expect(carryOutSchedule(after, NOW)).toEqual(after)
      }),
    )
  })
})

test('a moment that would close before it opens, or at once, is reversed', () => {
  expect(isReversed(times(false, 0, 1))).toBe(false)
  expect(isReversed(times(false, 1, 1))).toBe(true)
  expect(isReversed(times(false, 2, 1))).toBe(true)
  expect(isReversed(times(true, null, 1))).toBe(false)
  expect(isReversed(times(false, 1, null))).toBe(false)
})
