import { dayOf, startOfDay } from '#domain/calendar/calendar-day.ts'

/** The instant (ms) at which this school year began for everybody: the last 1 August in Amsterdam, today included. */
export function schoolyearStart(now: number): number {
  const today = dayOf(now)
  const year = Number(today.slice(0, 4))
  const august = `${year}-08-01`
  return startOfDay(today < august ? `${year - 1}-08-01` : august)
}
