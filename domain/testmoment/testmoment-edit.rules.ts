import { isCurrent, type MomentFacts } from './testmoment.rules.ts'

/**
 * - `enrollments-doubled`: a student would have a current enrolment in one module twice
 * - `schedule-reversed`: it would close before it opens
 */
export type TestmomentEditRefusal = 'enrollments-doubled' | 'schedule-reversed'

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
