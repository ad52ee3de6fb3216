import { addDays, dayOf, memoizeByDay, startOfDay } from '#domain/calendar/amsterdam.ts'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import type { ShownTestmoment } from './testmoment.schema.ts'

/** Facts about a test moment that the rules need, under the names of the wire. */
export interface MomentFacts {
  id: number
  /** calendar day in Europe/Amsterdam, 'YYYY-MM-DD' */
  date: string
  duration: Duration
  enrollments_enabled: boolean
  /** ISO instant, or null when no closing is planned */
  enrollments_close_at: string | null
  /** modules one student may take here; 0 is unlimited */
  max_enrollments: number
  schoolyear_active: boolean
  /** the modules offered; none listed means every active module */
  module_ids: readonly number[]
}

const DAYS = { day: 1, week: 7 } as const

const ends = {
  day: memoizeByDay((date) => startOfDay(addDays(date, DAYS.day))),
  week: memoizeByDay((date) => startOfDay(addDays(date, DAYS.week))),
}

/** The instant (ms) at which a moment turns into history: local midnight after its last day, also across summer time. */
export const endOf = ({ date, duration }: Pick<MomentFacts, 'date' | 'duration'>): number => ends[duration](date)

/**
 * All that a rule may know of time: whether an instant (ms since the epoch) has come. At its very millisecond it has.
 * What has passed stays so, and what a rule asks for is an instant at which its answer may change: see `instantsOf`.
 */
export type Passed = (instant: number) => boolean

/** Time at `now`, in ms since the epoch. */
export const passedAt =
  (now: number): Passed =>
  (instant) =>
    instant <= now

/**
 * The instants (ms) at which an answer may change though nobody does anything, earliest first: all that it asks the clock
 * for, found by asking it again from the first one on, and so on.
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

/** Whatever is current at `now` began on this day or later: the longest moment is then on its last day. */
export const earliestCurrentDay = (now: number): string => addDays(dayOf(now), 1 - DAYS.week)

/** A passed closing time refuses even while the flag still has to be turned off. */
export const hasClosed = (
  { enrollments_enabled, enrollments_close_at }: Pick<MomentFacts, 'enrollments_enabled' | 'enrollments_close_at'>,
  passed: Passed,
): boolean => (enrollments_close_at !== null && passed(Date.parse(enrollments_close_at))) || !enrollments_enabled

/** Open to students at `now` (ms). */
export const isOpen = (
  moment: Pick<MomentFacts, 'enrollments_enabled' | 'enrollments_close_at'>,
  now: number,
): boolean => !hasClosed(moment, passedAt(now))

/**
 * Orders moments by their first day; of those on one day the shorter comes first, then the earlier, where that is known,
 * then the one made first.
 */
export const byStart = (one: MomentStart, other: MomentStart): number =>
  startOfDay(one.date) - startOfDay(other.date) ||
  DAYS[one.duration] - DAYS[other.duration] ||
  minuteOf(one) - minuteOf(other) ||
  one.id - other.id

type MomentStart = Pick<ShownTestmoment, 'id' | 'date' | 'duration' | 'starts_at'>

/** '09:30' is 930; what has no time comes first, as what lasts all day does in a calendar. */
const minuteOf = ({ starts_at }: MomentStart): number => Number((starts_at ?? '').replace(':', ''))

/** Its time to open has come, and it isn't open yet: the server does that within a second, and the list doesn't know. */
export const isOpening = (
  { enrollments_enabled, enrollments_open_at }: Pick<ShownTestmoment, 'enrollments_enabled' | 'enrollments_open_at'>,
  now: number,
): boolean => !enrollments_enabled && enrollments_open_at !== null && Date.parse(enrollments_open_at) <= now

/** When (ISO) a closed moment will open; null when nobody knows. */
export const opensAt = ({
  enrollments_enabled,
  enrollments_open_at,
}: Pick<ShownTestmoment, 'enrollments_enabled' | 'enrollments_open_at'>): string | null =>
  enrollments_enabled ? null : enrollments_open_at
