import { dayOf, startOfDay } from '#domain/calendar/calendar-day.ts'

/** The year in which the school year of `day` began: on 1 August, for everybody and whatever the year is called. */
export function schoolyearOf(day: string): number {
  const year = Number(day.slice(0, 4))
  return day < `${year}-08-01` ? year - 1 : year
}

/** The instant (ms) at which the school year of `now` began: the last 1 August in Amsterdam, today included. */
export const schoolyearStart = (now: number): number => startOfDay(`${schoolyearOf(dayOf(now))}-08-01`)
