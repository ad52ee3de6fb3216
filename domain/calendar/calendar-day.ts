import { amsterdamOffset } from './amsterdam-offset.ts'
import { rememberedByDay } from './remembered-by-day.ts'

/**
 * Days are text, 'YYYY-MM-DD', and mean a day in Europe/Amsterdam. That a day exists is checked where it comes in, by
 * calendar.schema.ts and date-input.rules.ts.
 */

const DAY = 86_400_000
const TIME_OF_ISO_TEXT = 'T00:00:00.000Z'.length

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, -TIME_OF_ISO_TEXT)

/** `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/**
 * Local midnight at which `day` starts, in milliseconds since the epoch. Amsterdam is one or two whole hours ahead of
 * UTC, and is so at midnight UTC as at local midnight, an hour or two before: the clock changes at 01:00 UTC.
 */
export const startOfDay = rememberedByDay((day) => {
  const midnightUtc = Date.parse(day)
  return midnightUtc - amsterdamOffset(midnightUtc)
})

/** The day in Amsterdam at `now` (milliseconds since the epoch): that of UTC, or already the next. */
export function dayOf(now: number): string {
  const day = new Date(now).toISOString().slice(0, -TIME_OF_ISO_TEXT)
  const next = addDays(day, 1)
  return startOfDay(next) <= now ? next : day
}
