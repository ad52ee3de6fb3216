import { dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'

/** The year in which the school year of `day` began: on 1 August, for everybody and whatever the year is called. */
export function schoolyearOf(day: string): number {
  const year = Number(day.slice(0, 4))
  return day < `${year}-08-01` ? year - 1 : year
}

/** The instant (ms) at which the school year of `now` began: the last 1 August in Amsterdam, today included. */
export const schoolyearStart = (now: number): number => startOfDay(`${schoolyearOf(dayOf(now))}-08-01`)

/**
 * What is kept for `years` school years, that of its own day included, is no longer kept at `now` (ms) when it is of before
 * this day ('YYYY-MM-DD'). Two: until the school year after is over.
 */
export const keptSinceDay = (now: number, years: number): string => `${schoolyearOf(dayOf(now)) - years + 1}-08-01`

/** The same as an instant (ms): the midnight in Amsterdam at which that day began. */
export const keptSince = (now: number, years: number): number => startOfDay(keptSinceDay(now, years))

/** '2026-2027', '2026/27', 'Schooljaar 2026–2027' */
const YEARS = /(?<!\d)(\d{4})\s*[-–/]\s*(\d{2}|\d{4})(?!\d)/

/**
 * Whether a day ('YYYY-MM-DD') lies outside the school year of that name, which runs from 1 August to 31 July. Of a name
 * that says no two years in a row nothing is known.
 */
export function isOutsideSchoolyear(name: string, day: string): boolean {
  const [, first = '', last = ''] = YEARS.exec(name) ?? []
  const start = Number(first)
  if (first === '' || !String(start + 1).endsWith(last)) return false
  return day < `${start}-08-01` || day >= `${start + 1}-08-01`
}
