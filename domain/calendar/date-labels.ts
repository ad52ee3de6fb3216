import type { Duration } from '#domain/testmoment/testmoment.schema.ts'
import { dayOf } from './calendar-day.ts'

/** Days carry no zone here: they are read as midnight UTC and written in UTC, so no clock can shift them. */
const dutch = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('nl-NL', { timeZone: 'UTC', ...options })

const SHORT = { day: 'numeric', month: 'short' } as const
const short = dutch(SHORT)
const shortWithYear = dutch({ ...SHORT, year: 'numeric' })
const shortWithWeekday = dutch({ ...SHORT, weekday: 'short' })
const shortWithBoth = dutch({ ...SHORT, weekday: 'short', year: 'numeric' })
const long = dutch({ month: 'long' })

const timeInAmsterdam = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Some browsers' locale data write 'nov.' where others write 'nov'; one product writes one of them. */
const withoutDots = (label: string): string => label.replaceAll('.', '')

const isOfAnotherYear = (day: string, now: number | undefined): boolean =>
  now !== undefined && day.slice(0, 4) !== dayOf(now).slice(0, 4)

/** 'di 24 nov', and 'di 24 nov 2027' when that is not the year of `now` (milliseconds since the epoch). */
export const dayLabel = (day: string, now?: number): string =>
  withoutDots((isOfAnotherYear(day, now) ? shortWithBoth : shortWithWeekday).format(Date.parse(day)))

/** 'di 24 nov 2026' in any year: for what may be of another one than its reader thinks. */
export const fullDayLabel = (day: string): string => withoutDots(shortWithBoth.format(Date.parse(day)))

/** 'di 24 nov 2026 om 09:00': an ISO instant by the clocks of Amsterdam. */
export const instantLabel = (instant: string): string =>
  `${fullDayLabel(dayOf(Date.parse(instant)))} om ${timeInAmsterdam.format(Date.parse(instant))}`

/** 'di 24 nov om 09:00', for an instant that is near `now`; with the year as in `dayLabel`. */
export const nearInstantLabel = (instant: string, now: number): string =>
  `${dayLabel(dayOf(Date.parse(instant)), now)} om ${timeInAmsterdam.format(Date.parse(instant))}`

/** 'om 09.41' for an instant of today (both in ms since the epoch), 'di 24 nov om 09.41' for another day's; in one piece. */
export function heardLabel(instant: number, now: number): string {
  const day = dayOf(instant)
  const time = `om\u00a0${timeInAmsterdam.format(instant).replace(':', '.')}`
  return day === dayOf(now) ? time : `${dayLabel(day, now)} ${time}`
}

/** 'di 24 nov' for a day, 'week van 23 nov' for a week; with the year as in `dayLabel`. */
export function momentLabel({ date, duration }: { date: string; duration: Duration }, now?: number): string {
  if (duration === 'day') return dayLabel(date, now)
  return `week van ${withoutDots((isOfAnotherYear(date, now) ? shortWithYear : short).format(Date.parse(date)))}`
}

/** For paper, which is read in other years too: 'di 24 nov 2026', and 'week van 23 nov 2026'. */
export const datedMomentLabel = ({ date, duration }: { date: string; duration: Duration }): string =>
  duration === 'day' ? fullDayLabel(date) : `week van ${withoutDots(shortWithYear.format(Date.parse(date)))}`

/** 'februari' for 2: `month` is 1 to 12. */
export const monthName = (month: number): string => long.format(Date.UTC(2000, month - 1))
