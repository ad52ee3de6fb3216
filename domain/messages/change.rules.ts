import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { canBeLeft, leavingClosesAt } from '#domain/enrollments/enrollment.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'

export interface MomentChange {
  before: TestmomentFields
  after: TestmomentFields
  now: number
}

/** Fields of a moment that students write down and plan by. */
const noted: readonly (keyof WhenAndWhere)[] = ['date', 'duration', 'starts_at', 'ends_at', 'location']

/** Whether the moment is current before or after the change: changes of a past moment concern nobody. */
const isAhead = ({ before, after, now }: MomentChange): boolean => isCurrent(before, now) || isCurrent(after, now)

/** Whether students have less time to change their choice there than announced: it is open, and now closes earlier. */
export function closesEarlier({ before, after, now }: MomentChange): boolean {
  return canBeLeft(before, now) && closingOf(after, now) < closingOf(before, now)
}

function closingOf(moment: TestmomentFields, now: number): number {
  if (!canBeLeft(moment, now)) return now
  const closing = leavingClosesAt(moment, now)
  return closing === null ? Number.POSITIVE_INFINITY : Date.parse(closing)
}

/** Whether an edit of a moment concerns its students, so that a message to them is offered. */
export const concernsEnrolled = (change: MomentChange): boolean =>
  isAhead(change) && (noted.some((name) => change.before[name] !== change.after[name]) || closesEarlier(change))

export const deletionConcernsEnrolled = (moment: TestmomentFields, now: number): boolean => isCurrent(moment, now)
