import { afterToggle } from './opening-times.rules.ts'
import { isCurrent, type MomentFacts } from './testmoment.rules.ts'
import type { TestmomentEdit, TestmomentFields } from './testmoment-edit.schema.ts'

/**
 * - `enrollments-doubled`: a student would have a current enrolment in one module twice
 * - `schedule-reversed`: it would close before it opens
 */
export type TestmomentEditRefusal = 'enrollments-doubled' | 'schedule-reversed'

/** The moment as an edit wishes it. Turning the flag is opening or closing by hand, with what that does to planned times. */
export function applyEdit(fields: TestmomentFields, edit: TestmomentEdit, now: number): TestmomentFields {
  const { enrollments_open_at = fields.enrollments_open_at, enrollments_close_at = fields.enrollments_close_at } = edit
  const wished = {
    date: edit.date ?? fields.date,
    duration: edit.duration ?? fields.duration,
    max_enrollments: edit.max_enrollments ?? fields.max_enrollments,
    enrollments_enabled: edit.enrollments_enabled ?? fields.enrollments_enabled,
    enrollments_open_at,
    enrollments_close_at,
  }
  const toggled = wished.enrollments_enabled !== fields.enrollments_enabled
  return toggled ? { ...wished, ...afterToggle(wished, now) } : wished
}

type Days = Pick<MomentFacts, 'date' | 'duration'>

/** An enrolment in a module that the same student also takes at the moment that is edited, at another of its year. */
export interface EnrollmentElsewhere extends Days {
  user_id: number
}

/**
 * How many students an edit of a moment's days would give two current enrolments in one module. It does so only by
 * making a past moment current again: who is enrolled at a current one has no other.
 */
export function countStudentsDoubled(
  { before, after, now }: { before: Days; after: Days; now: number },
  elsewhere: readonly EnrollmentElsewhere[],
): number {
  if (isCurrent(before, now) || !isCurrent(after, now)) return 0
  const doubled = elsewhere.filter((enrollment) => isCurrent(enrollment, now))
  return new Set(doubled.map(({ user_id }) => user_id)).size
}
