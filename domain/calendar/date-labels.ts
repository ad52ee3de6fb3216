import type { Duration } from '#domain/testmoment/testmoment.schema.ts'
import { amsterdamClock } from './amsterdam-clock.ts'
import { dayOf } from './calendar-day.ts'

/** `Intl` writes the same, with dots in some browsers, and loads its data for it: some 30 ms of every start. */
const WEEKDAYS = ['zo', 'ma', 'di', 'wo', 'do', 'vr', 'za']
const MONTHS = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']
const LONG_MONTHS = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
]

/** Days carry no zone here: they are read as midnight UTC, so no clock can shift them. What is no day throws. */
function read(day: string): Date {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) throw new RangeError(day)
  return date
}

/** '24 nov' */
function short(day: string): string {
  const date = read(day)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

const shortWithYear = (day: string): string => `${short(day)} ${read(day).getUTCFullYear()}`

const weekday = (day: string): string => `${WEEKDAYS[read(day).getUTCDay()]}`

/** '09:00' */
const timeInAmsterdam = (instant: number): string => amsterdamClock(instant).slice(-'09:00:00'.length, -':00'.length)

const isOfAnotherYear = (day: string, now: number | undefined): boolean =>
  now !== undefined && day.slice(0, 4) !== dayOf(now).slice(0, 4)

/** 'di 24 nov', and 'di 24 nov 2027' when that is not the year of `now` (milliseconds since the epoch). */
export const dayLabel = (day: string, now?: number): string =>
  `${weekday(day)} ${(isOfAnotherYear(day, now) ? shortWithYear : short)(day)}`

/** 'di 24 nov 2026' in any year: for what may be of another one than its reader thinks. */
export const fullDayLabel = (day: string): string => `${weekday(day)} ${shortWithYear(day)}`

/** 'di 24 nov 2026 om 09:00': an ISO instant by the clocks of Amsterdam. */
export const instantLabel = (instant: string): string =>
  `${fullDayLabel(dayOf(Date.parse(instant)))} om ${timeInAmsterdam(Date.parse(instant))}`

/** 'di 24 nov om 09:00', for an instant that is near `now`; with the year as in `dayLabel`. */
export const nearInstantLabel = (instant: string, now: number): string =>
  `${dayLabel(dayOf(Date.parse(instant)), now)} om ${timeInAmsterdam(Date.parse(instant))}`

/** 'om 09.41' for an instant of today (both in ms since the epoch), 'di 24 nov om 09.41' for another day's; in one piece. */
export function heardLabel(instant: number, now: number): string {
  const day = dayOf(instant)
  const time = `om\u00a0${timeInAmsterdam(instant).replace(':', '.')}`
  return day === dayOf(now) ? time : `${dayLabel(day, now)} ${time}`
}

/** 'di 24 nov' for a day, 'week van 23 nov' for a week; with the year as in `dayLabel`. */
export function momentLabel({ date, duration }: { date: string; duration: Duration }, now?: number): string {
  if (duration === 'day') return dayLabel(date, now)
  return `week van ${(isOfAnotherYear(date, now) ? shortWithYear : short)(date)}`
}

/** For paper, which is read in other years too: 'di 24 nov 2026', and 'week van 23 nov 2026'. */
export const datedMomentLabel = ({ date, duration }: { date: string; duration: Duration }): string =>
  duration === 'day' ? fullDayLabel(date) : `week van ${shortWithYear(date)}`

/** 'februari' for 2: `month` is 1 to 12. */
export const monthName = (month: number): string => `${LONG_MONTHS[month - 1]}`
