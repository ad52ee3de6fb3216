import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LeavingFacts, mayUnenroll } from '#domain/enrollments/enrollment.rules.ts'
import { leavings, NOW } from './support/enrollment.arbitrary.ts'
import { isOver } from './support/plain-rules.ts'

const moment: LeavingFacts = {
  date: '2026-10-25',
  duration: 'day',
  enrollments_enabled: true,
  enrollments_close_at: null,
  has_record: false,
}
const midnight = Date.parse('2026-10-25T23:00:00Z')

describe('a student who wants to leave', () => {
  test('may until the last millisecond of the moment', () => {
    expect(mayUnenroll(moment, 'student', midnight - 1)).toEqual({ allowed: true })
    expect(mayUnenroll(moment, 'student', midnight)).toEqual({ allowed: false, refusal: 'testmoment-past' })
  })

  test('may not once enrollment is closed, by the toggle or by the clock', () => {
    const refused = { allowed: false, refusal: 'enrollments-closed' }
    expect(mayUnenroll({ ...moment, enrollments_enabled: false }, 'student', NOW)).toEqual(refused)
    const closing = { ...moment, enrollments_close_at: new Date(NOW).toISOString() }
    expect(mayUnenroll(closing, 'student', NOW - 1)).toEqual({ allowed: true })
    expect(mayUnenroll(closing, 'student', NOW)).toEqual(refused)
  })

  test('reads that the moment is over rather than that it is closed', () => {
    expect(mayUnenroll({ ...moment, enrollments_enabled: false }, 'student', midnight)).toEqual({
      allowed: false,
      refusal: 'testmoment-past',
    })
  })

  test('reads that a presence or result is noted rather than that it is closed, and after it that it is over', () => {
    const noted = { ...moment, enrollments_enabled: false, has_record: true }
    expect(mayUnenroll(noted, 'student', midnight - 1)).toEqual({ allowed: false, refusal: 'test-recorded' })
    expect(mayUnenroll({ ...moment, has_record: true }, 'student', NOW)).toEqual({
      allowed: false,
      refusal: 'test-recorded',
    })
    expect(mayUnenroll(noted, 'student', midnight)).toEqual({ allowed: false, refusal: 'testmoment-past' })
  })

  test('can leave a full moment, and one of a school year that is no longer active', () => {
    fc.assert(
      fc.property(leavings, fc.nat(9), fc.boolean(), (any, max_enrollments, schoolyear_active) => {
        const other = { ...any, max_enrollments, schoolyear_active, module_ids: [9] }
        expect(mayUnenroll(other, 'student', NOW)).toEqual(mayUnenroll(any, 'student', NOW))
      }),
    )
  })
})

describe('an administrator who takes a student off a moment', () => {
  test('may at any moment that is not over, open or closed, while nothing is noted of the test', () => {
    fc.assert(
      fc.property(leavings, (moment) => {
        expect(mayUnenroll(moment, 'administrator', NOW).allowed).toBe(!isOver(moment, NOW) && !moment.has_record)
      }),
    )
  })
})
