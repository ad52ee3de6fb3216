import { addDays, amsterdamClock } from '#domain/calendar/amsterdam.ts'
import { readAmsterdamTime } from '#domain/calendar/written-time.ts'
import {
  closesAt,
  type EnrollmentFacts,
  hasSeat,
  type ModuleFacts,
  type MomentTimes,
  mayEnroll,
} from '#domain/enrollments/enrollment.rules.ts'
import type { MessageKind } from '#domain/messages/message.schema.ts'
import { endOf, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/**
 * 'opening': students may enroll there now; 'reminder': that ends in a day, and they may still choose more; 'seat': to a
 * student who waited and has a seat now.
 */
const momentPushKinds = ['opening', 'reminder', 'seat'] as const
export type MomentPushKind = (typeof momentPushKinds)[number]

/** Names of the kinds of messages: a message from a teacher, or one that explains a change to its reader. */
const messagePushKinds = ['message', 'change'] as const satisfies readonly MessageKind[]
export type MessagePushKind = (typeof messagePushKinds)[number]

const resultPushKind = 'result'

export const pushKinds = [...momentPushKinds, ...messagePushKinds, resultPushKind] as const
export type PushKind = (typeof pushKinds)[number]

/** Subject of a push: one of the three, by kind. */
export type PushSubject =
  | { kind: MomentPushKind; testmoment_id: number }
  | { kind: MessagePushKind; message_id: number }
  | { kind: typeof resultPushKind; publication_id: number }

/** Subject of a row with columns for a moment, a message and a publication, of which those of other kinds are null. */
export function pushSubjectOf(row: {
  kind: PushKind
  testmoment_id: number | null
  message_id: number | null
  publication_id: number | null
}): PushSubject | null {
  const { testmoment_id, message_id, publication_id } = row
  switch (row.kind) {
    case 'opening':
    case 'reminder':
    case 'seat':
      return testmoment_id === null ? null : { kind: row.kind, testmoment_id }
    case 'message':
    case 'change':
      return message_id === null ? null : { kind: row.kind, message_id }
    case 'result':
      return publication_id === null ? null : { kind: row.kind, publication_id }
  }
}

export const ofEachKind = <Value>(make: (kind: PushKind) => Value) =>
  // The object has all kinds and nothing else.
  Object.fromEntries(pushKinds.map((kind) => [kind, make(kind)])) as Record<PushKind, Value>

const HOUR_MS = 3_600_000

/** Lifetime of a push: push services keep one for weeks, but after two days it is no news. */
const LONGEST_LIFE_MS = 48 * HOUR_MS

/** ms before the closing in which reminders are sent. */
export const REMINDER_AHEAD_MS = 24 * HOUR_MS

export type PushWishes = Record<PushKind, boolean>

export interface ConcernQuestion {
  kind: MomentPushKind
  moment: MomentFacts
  free_seats?: number | undefined
  /** modules of the student's department, except those that they wait for there, with the student's status in each */
  modules: readonly ModuleFacts[]
  enrollments: readonly EnrollmentFacts[]
  wishes: PushWishes
  now: number
}

/**
 * Whether a student is to be notified that a moment opened, or closes: they want these notifications and can still choose
 * something there, with a seat, by the same rule as the button and the server. For a 'seat': while they have it. Checked when
 * the push is planned and when it is sent: a student who enrolled meanwhile is not notified, and nobody is once the moment was
 * closed again or is full.
 */
export function isConcerned({ kind, wishes, modules, ...situation }: ConcernQuestion): boolean {
  if (!wishes[kind]) return false
  const { moment, enrollments, now } = situation
  if (kind === 'seat') return hasSeat(enrollments, moment.id) && isCurrent(moment, now)
  return modules.some((module) => mayEnroll({ ...situation, module, by: 'student' }).allowed)
}

/** Time (ms) after which a push about this moment is useless: it closed, is past, or the push is old. */
export function deadlineOf(moment: MomentTimes, announcedAt: number): number {
  const closing = closesAt(moment, announcedAt)
  return Math.min(closing === null ? Number.POSITIVE_INFINITY : Date.parse(closing), endOfUse(moment, announcedAt))
}

const endOfUse = (moment: Pick<MomentFacts, 'date' | 'duration'>, announcedAt: number): number =>
  Math.min(endOf(moment), announcedAt + LONGEST_LIFE_MS)

/** Time (ms) after which a push about a seat is useless. Students get it even after enrollment has closed. */
export const deadlineOfSeat = endOfUse

/** Time (ms) after which a push about a message is useless: it is in the app by then. */
export const deadlineOfMessage = ({ created_at }: { created_at: string }): number =>
  Date.parse(created_at) + LONGEST_LIFE_MS

/** Closing (ISO) of an open moment that students are to be reminded of now, since it is within the day; else null. */
export function closingToRemindOf(moment: MomentTimes, now: number): string | null {
  const closing = closesAt(moment, now)
  return closing !== null && Date.parse(closing) - REMINDER_AHEAD_MS <= now ? closing : null
}

/** Times of day, 'HH:MM' in Amsterdam. `from` after `until` wraps midnight; equal times mean no quiet hours. */
export interface QuietHours {
  from: string
  until: string
}

/** End (ms) of the quiet hours that include `now` (ms), or null outside them. `from` is included, `until` is not. */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (!quiet) return null
  const [today = '', clock = ''] = amsterdamClock(now).split(' ')
  const time = clock.slice(0, 5)
  if (!isBetween(time, quiet)) return null
  const endsToday = time < quiet.until
  return endOn(endsToday ? today : addDays(today, 1), quiet.until, now)
}

function isBetween(time: string, { from, until }: QuietHours): boolean {
  if (from <= until) return from <= time && time < until
  return from <= time || time < until
}

/**
 * Instant at which quiet hours end. Of an hour that occurs twice in autumn the first is used; within the second, quiet hours
 * last until its end.
 */
function endOn(day: string, time: string, now: number): number {
  const end = Date.parse(readAmsterdamTime(`${day}T${time}`) ?? '')
  return end > now ? end : end + HOUR_MS
}
