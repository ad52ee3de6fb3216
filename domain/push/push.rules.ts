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
 * 'opening': students may now enroll there; 'reminder': that ends in a day, and they have not chosen all they may; 'seat':
 * to one student, who waited for a seat there and has it.
 */
const momentPushKinds = ['opening', 'reminder', 'seat'] as const
export type MomentPushKind = (typeof momentPushKinds)[number]

/** Called as the kinds of messages are: a message that a teacher wrote, or one that says what a change means to its reader. */
const messagePushKinds = ['message', 'change'] as const satisfies readonly MessageKind[]
export type MessagePushKind = (typeof messagePushKinds)[number]

/** To one student: a result of theirs was published, or corrected. */
const resultPushKind = 'result'

export const pushKinds = [...momentPushKinds, ...messagePushKinds, resultPushKind] as const
export type PushKind = (typeof pushKinds)[number]

/** Subject of a push: the kind says which of the three. */
export type PushSubject =
  | { kind: MomentPushKind; testmoment_id: number }
  | { kind: MessagePushKind; message_id: number }
  | { kind: typeof resultPushKind; publication_id: number }

/** The subject of a row that may name a moment, a message, a publication, or what its kind is not about: null then. */
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

/** The same for each kind: a switch in a schema, what a student wishes. */
export const ofEachKind = <Value>(make: (kind: PushKind) => Value) =>
  // Made of all kinds and of nothing else.
  Object.fromEntries(pushKinds.map((kind) => [kind, make(kind)])) as Record<PushKind, Value>

const HOUR = 3_600_000

/** Push services keep a message for weeks; what was pushed two days ago is no news to anyone. */
const LONGEST_LIFE_MS = 48 * HOUR

/** How long before the closing those are notified who have not chosen all they may. */
export const REMINDER_AHEAD_MS = 24 * HOUR

/** Kinds of notice that a student chose. */
export type PushWishes = Record<PushKind, boolean>

export interface ConcernQuestion {
  kind: MomentPushKind
  moment: MomentFacts
  /** free seats as in `EnrollmentQuestion` */
  free_seats?: number | undefined
  /** the modules of the student's department, but for those that they wait for there, and how the student stands with each */
  modules: readonly ModuleFacts[]
  /** enrollments as in `EnrollmentQuestion` */
  enrollments: readonly EnrollmentFacts[]
  wishes: PushWishes
  /** server time, in milliseconds since the epoch */
  now: number
}

/**
 * Whether a student is notified that a moment opened, or closes: they chose these notices, and there is something that they may
 * still choose there, and a seat for them, by the rule that also enables the button and binds the server. Of their own
 * seat, while they have it. Asked when it is planned and again when it is sent: a student who enrolled meanwhile is not notified, nor
 * does anyone once the opening was taken back, or the moment is full.
 */
export function isConcerned({ kind, wishes, modules, ...situation }: ConcernQuestion): boolean {
  if (!wishes[kind]) return false
  const { moment, enrollments, now } = situation
  if (kind === 'seat') return hasSeat(enrollments, moment.id) && isCurrent(moment, now)
  return modules.some((module) => mayEnroll({ ...situation, module, by: 'student' }).allowed)
}

/** When (ms) a push about this moment is of no use any more: it has closed, or has gone by, or it is old news. */
export function deadlineOf(
  moment: Pick<MomentFacts, 'date' | 'duration' | 'enrollments_close_at'>,
  announcedAt: number,
): number {
  const closing =
    moment.enrollments_close_at === null ? Number.POSITIVE_INFINITY : Date.parse(moment.enrollments_close_at)
  return Math.min(closing, endOf(moment), announcedAt + LONGEST_LIFE_MS)
}

/** The same for a seat: its student is notified also once enrollment has closed. */
export const deadlineOfSeat = (moment: Pick<MomentFacts, 'date' | 'duration'>, promotedAt: number): number =>
  deadlineOf({ ...moment, enrollments_close_at: null }, promotedAt)

/** When (ms) a push about a message is of no use any more: it is in the app by then. */
export const deadlineOfMessage = ({ created_at }: { created_at: string }): number =>
  Date.parse(created_at) + LONGEST_LIFE_MS

/** An open moment with a planned closing, of which there is one reminder, that the rule closes within the day. */
export function needsReminder(moment: MomentTimes, now: number): boolean {
  const closing = moment.enrollments_close_at && closesAt(moment, now)
  return closing !== null && Date.parse(closing) - REMINDER_AHEAD_MS <= now
}

/** Times of day, 'HH:MM' on clocks in Amsterdam. `from` after `until` goes on past midnight; two alike are no hours at all. */
export interface QuietHours {
  from: string
  until: string
}

/**
 * When (ms) the quiet hours end in which `now` (ms) falls, or null when nobody minds a push now. At `from` it is quiet,
 * at `until` it is no longer.
 */
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
 * Instant at which quiet hours end. Of an hour that comes twice in autumn the first is read; during the second one,
 * quiet hours last until its end.
 */
function endOn(day: string, time: string, now: number): number {
  const end = Date.parse(readAmsterdamTime(`${day}T${time}`) ?? '')
  return end > now ? end : end + HOUR
}
