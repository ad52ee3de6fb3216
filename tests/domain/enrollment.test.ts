import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EnrollmentQuestion,
  type EnrollmentRefusal,
  mayEnroll,
  slotsLeft,
} from '#domain/enrollments/enrollment.rules.ts'
import { enrollmentsAt, MODULE_IDS, momentsTogether, NOW, questions } from './support/enrollment.arbitrary.ts'
import { isOver, REFUSALS, refusalsOf } from './support/plain-rules.ts'

const refusalOf = (question: EnrollmentQuestion): EnrollmentRefusal | null => {
  const verdict = mayEnroll(question)
  return verdict.allowed ? null : verdict.refusal
}

const ofStudentsWhoMay = questions.filter((question) => question.by === 'student' && mayEnroll(question).allowed)

const fine: EnrollmentQuestion = {
  moment: {
    id: 1,
    date: '2026-11-24',
    duration: 'day',
    enrollments_enabled: true,
    enrollments_close_at: null,
    max_enrollments: 2,
    schoolyear_active: true,
    module_ids: [7, 8],
  },
  module: { id: 7, active: true, in_department: true, is_completed: false },
  enrollments: [],
  by: 'student',
  now: NOW,
}

const elsewhere = { testmoment_id: 2, module_id: 7, moment: { ...fine.moment, id: 2 } }
const here = (module_id: number) => ({ testmoment_id: 1, module_id, moment: fine.moment })

/** Changes a question so that just this refusal applies. */
const spoil: Record<EnrollmentRefusal, (question: EnrollmentQuestion) => EnrollmentQuestion> = {
  'schoolyear-inactive': (q) => ({ ...q, moment: { ...q.moment, schoolyear_active: false } }),
  'testmoment-past': (q) => ({ ...q, moment: { ...q.moment, date: '2026-10-24' } }),
  'enrollments-closed': (q) => ({ ...q, moment: { ...q.moment, enrollments_enabled: false } }),
  'module-unavailable': (q) => ({ ...q, module: { ...q.module, in_department: false } }),
  'module-completed': (q) => ({ ...q, module: { ...q.module, is_completed: true } }),
  'existing-enrollment': (q) => ({ ...q, enrollments: [...q.enrollments, elsewhere] }),
  'no-slots-left': (q) => ({ ...q, enrollments: [...q.enrollments, here(8), here(9)] }),
  'moment-full': (q) => ({ ...q, free_seats: 0 }),
}

describe('a student who wants to enroll', () => {
  test('may, without an obstacle', () => expect(refusalOf(fine)).toBeNull())

  test.each(REFUSALS)('is refused with %s', (refusal) => expect(refusalOf(spoil[refusal](fine))).toBe(refusal))

  test('is given the first refusal when two hold', () => {
    for (const [place, first] of REFUSALS.entries())
      for (const second of REFUSALS.slice(place + 1)) expect(refusalOf(spoil[first](spoil[second](fine)))).toBe(first)
  })

  test('is given the first of all that hold, in any situation', () => {
    fc.assert(
      fc.property(questions, (question) => {
        expect(refusalOf(question)).toBe(refusalsOf(question)[0] ?? null)
      }),
      { numRuns: 3_000 },
    )
  })

  test('finds every refusal as the only one, somewhere', () => {
    const alone = fc.sample(questions, { numRuns: 5_000, seed: 2026 }).map(refusalsOf)
    for (const refusal of REFUSALS) expect(alone).toContainEqual([refusal])
    expect(alone).toContainEqual([])
  })
})

describe('what decides about a module', () => {
  const withMoment = (moment: Partial<EnrollmentQuestion['moment']>) => ({
    ...fine,
    moment: { ...fine.moment, ...moment },
  })
  const withModule = (module: Partial<EnrollmentQuestion['module']>) => ({
    ...fine,
    module: { ...fine.module, ...module },
  })

  test('a moment that lists no modules is for all of them', () =>
    expect(refusalOf(withMoment({ module_ids: [] }))).toBeNull())

  test('all of them are still those of the department that are active', () => {
    const all = withMoment({ module_ids: [] })
    expect(refusalOf({ ...all, module: { ...all.module, in_department: false } })).toBe('module-unavailable')
    expect(refusalOf({ ...all, module: { ...all.module, active: false } })).toBe('module-unavailable')
  })

  test('a module that the moment does not list is unavailable there', () => {
    expect(refusalOf(withModule({ id: 9 }))).toBe('module-unavailable')
  })

  test('a past enrollment, or one of another school year, is history and blocks nothing', () => {
    const past = { ...elsewhere, moment: { ...elsewhere.moment, date: '2026-10-01' } }
    const otherYear = { ...elsewhere, moment: { ...elsewhere.moment, schoolyear_active: false } }
    expect(refusalOf({ ...fine, enrollments: [past, otherYear] })).toBeNull()
  })

  test('an enrollment elsewhere blocks until its last millisecond', () => {
    const yesterday = { ...elsewhere, moment: { ...elsewhere.moment, date: '2026-10-25' } }
    const midnight = Date.parse('2026-10-25T23:00:00Z')
    expect(refusalOf({ ...fine, enrollments: [yesterday], now: midnight - 1 })).toBe('existing-enrollment')
    expect(refusalOf({ ...fine, enrollments: [yesterday], now: midnight })).toBeNull()
  })

  test('a module is not taken twice at one moment', () => {
    expect(refusalOf({ ...fine, enrollments: [here(7)] })).toBe('existing-enrollment')
  })

  test('one slot is enough', () => expect(refusalOf({ ...fine, enrollments: [here(8)] })).toBeNull())
})

describe('an administrator who enrolls a student', () => {
  test('is not stopped by closed enrollment', () => {
    expect(refusalOf({ ...spoil['enrollments-closed'](fine), by: 'administrator' })).toBeNull()
  })

  test.each(REFUSALS.filter((refusal) => refusal !== 'enrollments-closed'))(
    'is stopped by %s all the same',
    (refusal) => {
      expect(refusalOf({ ...spoil[refusal](fine), by: 'administrator' })).toBe(refusal)
    },
  )

  test('may all that the student may', () => {
    fc.assert(
      fc.property(ofStudentsWhoMay, (question) => {
        expect(mayEnroll({ ...question, by: 'administrator' }).allowed).toBe(true)
      }),
    )
  })
})

describe('what was allowed stays allowed', () => {
  const kinder: Record<string, (question: EnrollmentQuestion) => EnrollmentQuestion> = {
    'when enrollment opens': (q) => ({
      ...q,
      moment: { ...q.moment, enrollments_enabled: true, enrollments_close_at: null },
    }),
    'when the limit is raised': (q) => ({
      ...q,
      moment: { ...q.moment, max_enrollments: q.moment.max_enrollments && q.moment.max_enrollments + 1 },
    }),
    'when the limit is taken away': (q) => ({ ...q, moment: { ...q.moment, max_enrollments: 0 } }),
    'when the moment is opened to all modules': (q) => ({ ...q, moment: { ...q.moment, module_ids: [] } }),
    'when the moment gets one more module': (q) => ({
      ...q,
      moment: { ...q.moment, module_ids: q.moment.module_ids.length > 0 ? [...q.moment.module_ids, 9] : [] },
    }),
    // Their seat with it, so there is one for who comes back.
    'when the student leaves something': (q) => ({ ...q, enrollments: q.enrollments.slice(1), free_seats: 1 }),
    'when the moment is put off': (q) => ({ ...q, moment: { ...q.moment, date: '2027-01-01' } }),
    'an hour before': (q) => ({ ...q, now: q.now - 3_600_000, enrollments: [], free_seats: 1 }),
  }

  test.each(Object.entries(kinder))('%s', (_, change) => {
    fc.assert(
      fc.property(ofStudentsWhoMay, (question) => {
        expect(mayEnroll(change(question)).allowed).toBe(true)
      }),
    )
  })
})

describe('slots', () => {
  test('left are the limit without the student’s own enrollments there, and never fewer than none', () => {
    fc.assert(
      fc.property(questions, ({ moment, enrollments }) => {
        const taken = enrollments.filter(({ testmoment_id }) => testmoment_id === moment.id).length
        const expected =
          moment.max_enrollments === 0 ? Number.POSITIVE_INFINITY : Math.max(0, moment.max_enrollments - taken)
        expect(slotsLeft(moment, enrollments)).toBe(expected)
      }),
    )
  })

  test('enrolling as the rule allows never exceeds a limit, nor takes a module at two current moments', () => {
    const situations = momentsTogether.chain((moments) =>
      fc.record({
        attempts: fc.shuffledSubarray(
          moments.flatMap((moment) => MODULE_IDS.map((module_id) => ({ moment, module_id, testmoment_id: moment.id }))),
        ),
        history: enrollmentsAt(moments.filter((moment) => isOver(moment, NOW))),
      }),
    )
    fc.assert(
      fc.property(situations, ({ attempts, history }) => {
        const made: typeof attempts = []
        for (const attempt of attempts) {
          const module = { id: attempt.module_id, active: true, in_department: true, is_completed: false }
          const enrollments = [...history, ...made]
          if (mayEnroll({ moment: attempt.moment, module, enrollments, by: 'student', now: NOW }).allowed)
            made.push(attempt)
        }
        for (const { id, max_enrollments } of made.map(({ moment }) => moment)) {
          const taken = made.filter(({ testmoment_id }) => testmoment_id === id).length
          expect(taken).toBeLessThanOrEqual(max_enrollments || Number.POSITIVE_INFINITY)
        }
        expect(new Set(made.map(({ module_id }) => module_id)).size).toBe(made.length)
      }),
      { numRuns: 1_000 },
    )
  })
})
