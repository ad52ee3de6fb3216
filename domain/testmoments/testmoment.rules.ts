import { addDays, dayOf, memoizeByDay, startOfDay } from '#domain/calendar/amsterdam.ts'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import type { ShownTestmoment } from './testmoment.schema.ts'

export interface MomentFacts {
  id: number
  /** calendar day in Europe/Amsterdam, 'YYYY-MM-DD' */
  date: string
  duration: Duration
  enrollments_enabled: boolean
  /** ISO instant; null if no closing is planned */
  enrollments_close_at: string | null
  /** most modules that one student may take here; 0 means no limit */
  max_enrollments: number
  schoolyear_active: boolean
  /** modules on offer; an empty list means every active module */
  module_ids: readonly number[]
}

const DAYS = { day: 1, week: 7 } as const

const ends = {
  day: memoizeByDay((date) => startOfDay(addDays(date, DAYS.day))),
  week: memoizeByDay((date) => startOfDay(addDays(date, DAYS.week))),
}

/** Instant (ms) at which a moment becomes past: local midnight after its last day, also across summer time. */
export const endOf = ({ date, duration }: Pick<MomentFacts, 'date' | 'duration'>): number => ends[duration](date)

/**
 * Whether an instant (ms since the epoch) has passed; true from that millisecond on. Rules know the time only through this
 * function, so each instant that a rule passes to it is one at which the rule's answer may change: see `instantsOf`.
 */
export type Passed = (instant: number) => boolean

/** The clock at `now`, as rules see it. */
export const passedAt =
  (now: number): Passed =>
  (instant) =>
    instant <= now

/**
 * Instants (ms) at which an answer may change just because time passes, earliest first. Computes the answer again at each
 * instant found, and records the next one that it passes to the clock.
 */
export function instantsOf(answer: (passed: Passed) => void): number[] {
  const instants: number[] = []
  for (let now = Number.NEGATIVE_INFINITY; ; ) {
    let next = Number.POSITIVE_INFINITY
    answer((instant) => {
      if (instant > now && instant < next) next = instant
      return instant <= now
    })
    if (next === Number.POSITIVE_INFINITY) return instants
    instants.push(next)
    now = next
  }
}

export const isOver = (moment: Pick<MomentFacts, 'date' | 'duration'>, passed: Passed): boolean => passed(endOf(moment))

export const isCurrent = (moment: Pick<MomentFacts, 'date' | 'duration'>, now: number): boolean =>
  !isOver(moment, passedAt(now))

/** First day on which a moment that is current at `now` can have begun: the longest moment is then on its last day. */
export const earliestCurrentDay = (now: number): string => addDays(dayOf(now), 1 - DAYS.week)

/** Sorts by first day, then duration (shorter first), then start time where it is known, then age (oldest first). */
export const byStart = (one: MomentStart, other: MomentStart): number =>
  startOfDay(one.date) - startOfDay(other.date) ||
  DAYS[one.duration] - DAYS[other.duration] ||
  minuteOf(one) - minuteOf(other) ||
  one.id - other.id

type MomentStart = Pick<ShownTestmoment, 'id' | 'date' | 'duration' | 'starts_at'>

/** Start time as a number: '09:30' is 930. A moment without a time comes first, like an all-day event in a calendar. */
const minuteOf = ({ starts_at }: MomentStart): number => Number((starts_at ?? '').replace(':', ''))

/** Whether the opening time has come but the list still says closed: the server opens the moment within a second. */
export const isOpening = (
  { enrollments_enabled, enrollments_open_at }: Pick<ShownTestmoment, 'enrollments_enabled' | 'enrollments_open_at'>,
  now: number,
): boolean => !enrollments_enabled && enrollments_open_at !== null && Date.parse(enrollments_open_at) <= now
