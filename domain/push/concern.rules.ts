import { type EnrollmentFacts, type ModuleFacts, mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import { endOf, isOpen, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { PushKind } from './push-kind.ts'

const HOUR = 3_600_000

/** Push services keep a message for weeks; what was pushed two days ago is no news to anyone. */
const LONGEST_LIFE = 48 * HOUR

/** How long before the closing those are told who have not chosen all they may. */
export const REMINDER_AHEAD = 24 * HOUR

/** What a student wants to hear. */
export interface PushWishes {
  opening: boolean
  reminder: boolean
}

export interface ConcernQuestion {
  kind: PushKind
  moment: MomentFacts
  /** the modules of the student's department, and how the student stands with each */
  modules: readonly ModuleFacts[]
  /** as in `EnrollmentQuestion` */
  enrollments: readonly EnrollmentFacts[]
  wishes: PushWishes
  /** server time, in milliseconds since the epoch */
  now: number
}

/**
 * Whether a student is told that a moment opened, or closes: they want to hear it, and there is something that they may
 * still choose there by the rule that also enables the button and binds the server. Asked when it is planned and again
 * when it is sent: who enrolled meanwhile hears nothing, nor does anyone once the opening was taken back.
 */
export const isConcerned = ({ kind, wishes, modules, ...situation }: ConcernQuestion): boolean =>
  wishes[kind] && modules.some((module) => mayEnroll({ ...situation, module, by: 'student' }).allowed)

/** When (ms) a push about this moment is of no use any more: it has closed, or has gone by, or it is old news. */
export function deadlineOf(
  moment: Pick<MomentFacts, 'date' | 'duration' | 'enrollments_close_at'>,
  announcedAt: number,
): number {
  const closing =
    moment.enrollments_close_at === null ? Number.POSITIVE_INFINITY : Date.parse(moment.enrollments_close_at)
  return Math.min(closing, endOf(moment), announcedAt + LONGEST_LIFE)
}

/** An open moment that closes within the day; the closing time is what there is one reminder for. */
export const needsReminder = (
  moment: Pick<MomentFacts, 'enrollments_enabled' | 'enrollments_close_at'>,
  now: number,
): boolean =>
  moment.enrollments_close_at !== null &&
  isOpen(moment, now) &&
  Date.parse(moment.enrollments_close_at) - REMINDER_AHEAD <= now
