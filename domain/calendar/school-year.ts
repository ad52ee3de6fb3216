import { dayOf, startOfDay } from './amsterdam.ts'

/** Year in which the school year of `day` began: always on 1 August, whatever the school year's name says. */
export function schoolyearOf(day: string): number {
  const year = Number(day.slice(0, 4))
  return day < `${year}-08-01` ? year - 1 : year
}

/** Instant (ms) at which the school year of `now` began: the last 1 August in Amsterdam, today included. */
export const schoolyearStart = (now: number): number => startOfDay(`${schoolyearOf(dayOf(now))}-08-01`)

/**
 * First day ('YYYY-MM-DD') that is still kept at `now` if data is kept for `years` school years, the current one included.
 * With two: until the end of the next school year.
 */
export const keptSinceDay = (now: number, years: number): string => `${schoolyearOf(dayOf(now)) - years + 1}-08-01`

/** Instant (ms) at which the day of `keptSinceDay` begins. */
export const keptSince = (now: number, years: number): number => startOfDay(keptSinceDay(now, years))
