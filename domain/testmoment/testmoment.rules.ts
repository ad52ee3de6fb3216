import { addDays, dayOf, startOfDay } from '#domain/calendar/calendar-day.ts'
import { rememberedByDay } from '#domain/calendar/remembered-by-day.ts'
import type { Duration } from './testmoment.schema.ts'

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
  day: rememberedByDay((date) => startOfDay(addDays(date, DAYS.day))),
  week: rememberedByDay((date) => startOfDay(addDays(date, DAYS.week))),
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
