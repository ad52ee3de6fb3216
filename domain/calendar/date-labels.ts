import { schoolyearOf } from '#domain/calendar/school-year.ts'
import type { Duration, WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { dotted } from '../entities/dotted.ts'
import { amsterdamClock, dayOf } from './amsterdam.ts'

/**
 * When a label is read: at an instant (ms since the epoch), or at any time, as on paper, in files, calendar entries and titles
 * of tabs, which exist long after they were made.
 */
export type ReadAt = number | 'any-time'

/** `Intl` writes the same, with dots in some browsers, but loading its data takes some 30 ms of every start. */
const WEEKDAYS = ['zo', 'ma', 'di', 'wo', 'do', 'vr', 'za']
const MONTHS = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']

/** Reads a day as midnight UTC, so that no clock can shift it. Throws if it is no day. */
function read(day: string): Date {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) throw new RangeError(day)
  return date
}

/** Whether the year is shown, the rule for all labels: not for a day of the running school year, which begins on 1 August. */
const saysYear = (day: string, readAt: ReadAt): boolean =>
  readAt === 'any-time' || schoolyearOf(day) !== schoolyearOf(dayOf(readAt))

/** '24 nov', or '24 nov 2026' */
export function dateLabel(day: string, readAt: ReadAt): string {
  const date = read(day)
  const label = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
  return saysYear(day, readAt) ? `${label} ${date.getUTCFullYear()}` : label
}

/** 'di 24 nov', with the year if it is in another school year than that of reading: 'di 24 nov 2025'. */
export const dayLabel = (day: string, readAt: ReadAt): string => `${weekdayName(day)} ${dateLabel(day, readAt)}`

export const weekdayName = (day: string): string => `${WEEKDAYS[read(day).getUTCDay()]}`

/** '09:00' on clocks in Amsterdam; midnight is '00:00' of the day that begins. */
export const timeLabel = (instant: number): string => amsterdamClock(instant).slice(-'09:00:00'.length, -':00'.length)

/** 'di 24 nov om 09:00' for an ISO instant, on clocks in Amsterdam; with the year as in `dayLabel`. */
export function instantLabel(iso: string, readAt: ReadAt): string {
  const instant = Date.parse(iso)
  return `${dayLabel(dayOf(instant), readAt)} om ${timeLabel(instant)}`
}

/** 'di 24 nov' for a day, 'week van 23 nov' for a week; with the year as in `dayLabel`. */
export const momentLabel = ({ date, duration }: { date: string; duration: Duration }, readAt: ReadAt): string =>
  duration === 'day' ? dayLabel(date, readAt) : `week van ${dateLabel(date, readAt)}`

/**
 * Name of a moment in a sentence or a subject: 'di 24 nov om 09:00', 'di 24 nov' without a start time, 'week van 23 nov'.
 * The time distinguishes two moments of one day.
 */
export const dayAndStartLabel = (
  moment: Pick<WhenAndWhere, 'date' | 'duration'> & Partial<Pick<WhenAndWhere, 'starts_at'>>,
  readAt: ReadAt,
): string => joined([momentLabel(moment, readAt), moment.starts_at ?? null], ' om ')

export interface TileLabel {
  /** 'di', 'week', or 'week van' */
  above: string
  /** '8', or '16–20' for the working days of a week that begins on a Monday */
  figure: string
  /** 'dec', 'nov–dec' */
  month: string
  /** year, or null, as in `dayLabel` */
  year: string | null
}

/** Lines on a moment's tile; together they say no less than `momentLabel`. */
export function tileLabel({ date, duration }: { date: string; duration: Duration }, readAt: ReadAt): TileLabel {
  const first = read(date)
  const last = read(date)
  if (duration === 'week') last.setUTCDate(first.getUTCDate() + DAYS_TO_FRIDAY)
  const isMonday = first.getUTCDay() === 1
  const days = duration === 'week' && isMonday ? [first, last] : [first]
  return {
    above: duration === 'day' ? weekdayName(date) : isMonday ? 'week' : 'week van',
    figure: days.map((day) => day.getUTCDate()).join('–'),
    month: [...new Set(days.map((day) => MONTHS[day.getUTCMonth()]))].join('–'),
    year: saysYear(date, readAt) ? String(first.getUTCFullYear()) : null,
  }
}

const DAYS_TO_FRIDAY = 4

/** '09:00–11:30 · Zaal 3.14': times and room of a moment, without its days; '' if neither is known. */
export const timeAndPlaceLabel = (moment: Omit<WhenAndWhere, 'date' | 'duration'>): string =>
  dotted([timesLabel(moment), moment.location])

/** '09:00–11:30'; '09:00' without an end; '' without times. */
export const timesLabel = ({ starts_at, ends_at }: Pick<WhenAndWhere, 'starts_at' | 'ends_at'>): string =>
  joined([starts_at, ends_at], '–')

/** Text beside a moment's tile: 'week van 23 nov' for a week, '09:00–11:30' for a day. */
export const weekOrTimesLabel = (
  moment: Pick<WhenAndWhere, 'date' | 'duration' | 'starts_at' | 'ends_at'>,
  readAt: ReadAt,
): string => (moment.duration === 'week' ? momentLabel(moment, readAt) : timesLabel(moment))

/** Text beside a moment's tile with the place: 'week van 23 nov · Aula'; '' if nothing is known. */
export const besideTileLabel = (moment: WhenAndWhere, readAt: ReadAt): string =>
  dotted([weekOrTimesLabel(moment, readAt), moment.location])

/** Moment as one text: 'di 24 nov, 09:00–11:30 · Zaal 3.14', 'week van 23 nov, Aula', 'di 24 nov'. */
export const whenAndWhereLabel = (moment: WhenAndWhere, readAt: ReadAt): string =>
  joined([momentLabel(moment, readAt), timeAndPlaceLabel(moment)], ', ')

/** Longest label of a moment in a notification, in characters: a longer one pushes the main text out of sight. */
const MAX_BRIEF_LENGTH = 60

/** Moment as one text for a toast or push: leaves out the place if the text would be too long. */
export function briefLabel(moment: WhenAndWhere, readAt: ReadAt): string {
  const whole = whenAndWhereLabel(moment, readAt)
  return whole.length > MAX_BRIEF_LENGTH ? whenAndWhereLabel({ ...moment, location: null }, readAt) : whole
}

const joined = (parts: (string | null)[], separator: string): string => parts.filter(Boolean).join(separator)

/** Days until a moment that is not past, as people count them: 'vandaag', 'over 15 dagen'; within its week 'deze week'. */
export function untilLabel({ date, duration }: { date: string; duration: Duration }, now: number): string {
  const days = (read(date).getTime() - read(dayOf(now)).getTime()) / DAY_MS
  if (days <= 0) return duration === 'week' ? 'deze week' : 'vandaag'
  return days === 1 ? 'morgen' : `over ${days} dagen`
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** '3 dagen', '2 uur', '22 min' for `left` (ms, above 0), and '45 sec' in the last minute. */
export function countdownLabel(left: number): string {
  if (left >= 2 * DAY_MS) return `${Math.round(left / DAY_MS)} dagen`
  if (left >= HOUR_MS) return `${Math.round(left / HOUR_MS)} uur`
  if (left > MINUTE_MS) return `${Math.ceil(left / MINUTE_MS)} min`
  return `${Math.ceil(left / SECOND_MS)} sec`
}

/** ms between updates of a countdown with this much `left`. */
export const countdownStep = (left: number): number => (left > HOUR_MS ? MINUTE_MS : SECOND_MS)
