import fc from 'fast-check'
import type {
  EnrollmentFacts,
  EnrollmentQuestion,
  LeavingFacts,
  ModuleFacts,
} from '#domain/enrollments/enrollment.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/** Small numbers, so that moments, modules and enrollments meet often; days around `NOW`, so that each may be past. */

export const NOW = Date.parse('2026-10-25T12:00:00Z')
export const MODULE_IDS = [1, 2, 3, 4]

/** Five things must go right before an enrollment may: were each a coin, hardly any situation would get that far. */
export const mostly = (value: boolean) => fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, fc.constant(!value))
const closingTimes = fc.constantFrom(null, null, ...[-1, 1].map((ms) => new Date(NOW + ms).toISOString()))
const dates = fc
  .integer({ min: -9, max: 15 })
  .map((count) => new Date(NOW + count * 86_400_000).toISOString().slice(0, 10))

export const moments: fc.Arbitrary<MomentFacts> = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  date: dates,
  duration: fc.constantFrom('day', 'week'),
  enrollments_enabled: mostly(true),
  enrollments_close_at: closingTimes,
  max_enrollments: fc.integer({ min: 0, max: 3 }),
  schoolyear_active: mostly(true),
  module_ids: fc.subarray(MODULE_IDS),
})

export const momentsTogether = fc.uniqueArray(moments, { maxLength: 5, selector: ({ id }) => id })

export const modules: fc.Arbitrary<ModuleFacts> = fc.record({
  id: fc.constantFrom(...MODULE_IDS),
  active: mostly(true),
  in_department: mostly(true),
  is_completed: mostly(false),
})

/** Enrollments at the moments given, no module twice at one moment: what the database can hold. */
export const enrollmentsAt = (moments: readonly MomentFacts[]): fc.Arbitrary<EnrollmentFacts[]> =>
  fc.subarray(
    moments.flatMap((moment) => MODULE_IDS.map((module_id) => ({ testmoment_id: moment.id, module_id, moment }))),
  )

/** A student who is not yet enrolled in the module at the moment, since only then is the question asked. */
export const questions: fc.Arbitrary<EnrollmentQuestion> = fc
  .record({ moment: moments, all: momentsTogether, module: modules })
  .chain(({ moment, all, module }) =>
    fc.record({
      moment: fc.constant(moment),
      module: fc.constant(module),
      enrollments: enrollmentsAt([moment, ...all.filter(({ id }) => id !== moment.id)]).map((held) =>
        held.filter(({ testmoment_id, module_id }) => testmoment_id !== moment.id || module_id !== module.id),
      ),
      by: fc.constantFrom('student', 'administrator'),
      free_seats: fc.constantFrom(undefined, 0, 1),
      now: fc.constant(NOW),
    }),
  )

/** Moments as somebody holds a place there; of few is anything noted. */
export const leavings: fc.Arbitrary<MomentFacts & LeavingFacts> = fc
  .tuple(moments, mostly(false))
  .map(([moment, has_record]) => ({ ...moment, has_record }))
