import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayEnroll, mayUnenroll } from '#domain/enrollments/enrollment.rules.ts'
import { type MoveQuestion, mayMove } from '#domain/enrollments/move.rules.ts'
import { leavings, mostly, NOW, questions } from './support/enrollment.arbitrary.ts'
import { refusalsOf, refusalsToLeave } from './support/plain-rules.ts'

const open = {
  date: '2026-11-24',
  duration: 'day',
  enrollments_enabled: true,
  enrollments_close_at: null,
  max_enrollments: 1,
  schoolyear_active: true,
  module_ids: [],
} as const
const [here, there] = [
  { ...open, id: 1, has_record: false },
  { ...open, id: 2, date: '2026-12-01' },
]
const held = { testmoment_id: here.id, module_id: 7, moment: here }
const fine: MoveQuestion = {
  from: here,
  moment: there,
  module: { id: 7, active: true, in_department: true, is_completed: false },
  enrollments: [held],
  by: 'student',
  now: NOW,
}

/** A student who holds the module at `from`, asks for another moment, and may hold more. */
const moves: fc.Arbitrary<MoveQuestion> = fc
  .tuple(questions, leavings, mostly(true))
  .map(([question, other, apart]) => {
    const from = { ...other, id: apart ? question.moment.id + 10 : other.id }
    const old = { testmoment_id: from.id, module_id: question.module.id, moment: from }
    const others = question.enrollments.filter(({ testmoment_id }) => testmoment_id !== from.id)
    return { ...question, from, enrollments: [...others, old] }
  })
  .filter(({ from, moment }) => from.id !== moment.id)

/** First out, then in: what two calls in one breath would come to. */
function plainly({ from, ...question }: MoveQuestion) {
  const [stays] = refusalsToLeave(from, question.by, question.now)
  if (stays) return { allowed: false, half: 'leaving', refusal: stays }
  const enrollments = question.enrollments.filter(
    ({ testmoment_id, module_id }) => !(testmoment_id === from.id && module_id === question.module.id),
  )
  const [refusal] = refusalsOf({ ...question, enrollments })
  return refusal ? { allowed: false, half: 'enrolling', refusal } : { allowed: true }
}

describe('a student who wants to move to another moment', () => {
  test('may while both are open, though enrolling alone is refused for the enrollment they hold', () => {
    expect(mayEnroll(fine)).toEqual({ allowed: false, refusal: 'existing-enrollment' })
    expect(mayMove(fine)).toEqual({ allowed: true })
  })

  test('reads that it is the old moment that is closed, or the new one', () => {
    const closed = { enrollments_enabled: false }
    const refusal = 'enrollments-closed'
    expect(mayMove({ ...fine, from: { ...here, ...closed } })).toEqual({ allowed: false, half: 'leaving', refusal })
    expect(mayMove({ ...fine, moment: { ...there, ...closed } })).toEqual({
      allowed: false,
      half: 'enrolling',
      refusal,
    })
  })

  test('is refused where the new moment has no slot for them', () => {
    const taken = { testmoment_id: there.id, module_id: 8, moment: there }
    expect(mayMove({ ...fine, enrollments: [held, taken] })).toEqual({
      allowed: false,
      half: 'enrolling',
      refusal: 'no-slots-left',
    })
  })

  test('may exactly when leaving and then enrolling may, in any situation, and gets the refusal of that', () => {
    fc.assert(
      fc.property(moves, (move) => {
        expect(mayMove(move)).toEqual(plainly(move))
      }),
      { numRuns: 3_000 },
    )
  })

  test('finds itself allowed, kept and refused, somewhere', () => {
    const verdicts = fc.sample(moves, { numRuns: 3_000, seed: 2026 }).map(mayMove)
    expect(verdicts).toContainEqual({ allowed: true })
    for (const half of ['leaving', 'enrolling'] as const)
      expect(verdicts).toContainEqual({ allowed: false, half, refusal: 'enrollments-closed' })
  })

  test('never gets by moving what leaving would not give', () => {
    fc.assert(
      fc.property(moves, (move) => {
        if (mayMove(move).allowed) expect(mayUnenroll(move.from, move.by, move.now).allowed).toBe(true)
      }),
    )
  })
})

describe('an administrator who moves a student', () => {
  test('is bound by closing at neither moment, and by all else', () => {
    const closed = { enrollments_enabled: false }
    const move = {
      ...fine,
      by: 'administrator',
      from: { ...here, ...closed },
      moment: { ...there, ...closed },
    } as const
    expect(mayMove(move)).toEqual({ allowed: true })
    expect(mayMove({ ...move, from: { ...here, date: '2026-10-24' } })).toMatchObject({ refusal: 'testmoment-past' })
  })
})
