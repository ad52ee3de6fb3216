import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EnrollmentQuestion,
  enrollmentChanges,
  mayEnroll,
  mayUnenroll,
} from '#domain/enrollments/enrollment.rules.ts'
import { mayMove } from '#domain/enrollments/move.rules.ts'
import { endOf, instantsOf } from '#domain/testmoments/testmoment.rules.ts'
import { moments, questions } from './support/enrollment.arbitrary.ts'

const MINUTE = 60_000

/** All that the rules say about it, to either party, at `now`. */
const answersAt = (question: EnrollmentQuestion, from: EnrollmentQuestion['moment'], now: number): string =>
  JSON.stringify(
    (['student', 'administrator'] as const).map((by) => [
      mayEnroll({ ...question, by, now }),
      mayUnenroll({ ...question.moment, has_record: false }, by, now),
      mayMove({ ...question, from: { ...from, has_record: false }, by, now }),
    ]),
  )

/** Minutes around an instant, and the milliseconds beside it. */
const around = (instant: number): number[] => [
  ...Array.from({ length: 7 }, (_, minute) => instant + (minute - 3) * MINUTE),
  instant - 1,
  instant + 1,
]

describe('the instants at which the answer may change', () => {
  it('leave none out: between two of them no rule ever changes its mind', () => {
    fc.assert(
      fc.property(questions, moments, (question, from) => {
        // Those that the facts know by no more than their days are asked about as any moment is.
        const held = question.enrollments.map(({ moment }) => ({ ...from, ...moment }))
        const changes = [question.moment, from, ...held].flatMap(enrollmentChanges)
        const times = [...changes, endOf(from) - 30 * 86_400_000].flatMap(around).toSorted((one, other) => one - other)
        for (const [index, now] of times.entries()) {
          const before = times[index - 1]
          if (before === undefined || changes.some((change) => change > before && change <= now)) continue
          expect(answersAt(question, from, now)).toBe(answersAt(question, from, before))
        }
      }),
    )
  })

  it('are the closing and the end of a moment, whether it is open or not', () => {
    const moment = { date: '2026-11-24', duration: 'day', enrollments_close_at: '2026-11-23T11:00:00.000Z' } as const
    for (const enrollments_enabled of [true, false])
      expect(enrollmentChanges({ ...moment, enrollments_enabled })).toEqual([
        Date.parse('2026-11-23T11:00:00Z'),
        Date.parse('2026-11-24T23:00:00Z'),
      ])
  })

  it('are found also where one is asked for only once another has passed', () => {
    expect(instantsOf((passed) => passed(20) && passed(30) && passed(10))).toEqual([20, 30])
    expect(instantsOf((passed) => (passed(20) ? passed(5) : passed(40)))).toEqual([20])
    expect(instantsOf(() => false)).toEqual([])
  })
})
