import { addDays, dayOf, memoizeByDay, startOfDay } from '#domain/calendar/amsterdam.ts'
import type { OpeningTimes } from './schedule.rules.ts'
import type { Duration, Testmoment } from './testmoment.schema.ts'

/** What the rules need to know of a test moment, in the names of the wire. */
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

export const isCurrent = (moment: Pick<MomentFacts, 'date' | 'duration'>, now: number): boolean => endOf(moment) > now

/** Whatever is current at `now` began on this day or later: the longest moment is then on its last day. */
export const earliestCurrentDay = (now: number): string => addDays(dayOf(now), 1 - DAYS.week)

/** Open to students at `now`: a passed closing time refuses even while the flag still has to be turned off. */
export const isOpen = (
  moment: Pick<MomentFacts, 'enrollments_enabled' | 'enrollments_close_at'>,
  now: number,
): boolean =>
  moment.enrollments_enabled && (moment.enrollments_close_at === null || Date.parse(moment.enrollments_close_at) > now)

/** Orders moments by their first day; of those that start together the shorter comes first, then the one made first. */
export const byStart = (one: MomentPlace, other: MomentPlace): number =>
  startOfDay(one.date) - startOfDay(other.date) || DAYS[one.duration] - DAYS[other.duration] || one.id - other.id

type MomentPlace = Pick<MomentFacts, 'id' | 'date' | 'duration'>

/** The instants (ms) at which `isCurrent` or `isOpen` changes though nobody does anything. */
export const turningPoints = (moment: Pick<MomentFacts, 'date' | 'duration' | 'enrollments_close_at'>): number[] =>
  moment.enrollments_close_at === null ? [endOf(moment)] : [endOf(moment), Date.parse(moment.enrollments_close_at)]

/** Its time to open has come, and it isn't open yet: the server does that within a second, and the list doesn't know. */
export const isOpening = (
  { enrollments_enabled, enrollments_open_at }: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_open_at'>,
  now: number,
): boolean => !enrollments_enabled && enrollments_open_at !== null && Date.parse(enrollments_open_at) <= now

/** When (ISO) a closed moment will open; null when nobody knows. */
export const opensAt = ({
  enrollments_enabled,
  enrollments_open_at,
}: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_open_at'>): string | null =>
  enrollments_enabled ? null : enrollments_open_at

/** Until when (ISO) students can choose at a moment that is open now; null where it is closed, or no closing is planned. */
export const closesAt = (
  moment: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_close_at'>,
  now: number,
): string | null => (isOpen(moment, now) ? moment.enrollments_close_at : null)

/** What the schedule does next, and when (ISO). An opening that is a moment late is still to come. */
export interface PlannedChange {
  change: 'opening' | 'closing'
  at: string
}

export function plannedChange(moment: OpeningTimes, now: number): PlannedChange | null {
  const opening = opensAt(moment)
  if (opening !== null) return { change: 'opening', at: opening }
  const closing = closesAt(moment, now)
  return closing === null ? null : { change: 'closing', at: closing }
}

type ScheduledMoment = Pick<Testmoment, 'date' | 'duration' | 'enrollments_open_at' | 'enrollments_close_at'>

/** The first instant (ms) after `now` at which one of these opens, closes or is over; null when none will. */
export function nextChange(moments: readonly ScheduledMoment[], now: number): number | null {
  const coming = moments
    .flatMap((moment) => [instantOf(moment.enrollments_open_at), instantOf(moment.enrollments_close_at), endOf(moment)])
    .filter((instant) => instant > now)
  return coming.length === 0 ? null : Math.min(...coming)
}

/** NaN, which comes after nothing, for what is not planned. */
const instantOf = (iso: string | null): number => Date.parse(iso ?? '')
