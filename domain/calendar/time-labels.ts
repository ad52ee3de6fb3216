import { dayOf } from './amsterdam.ts'
import { dayLabel, timeLabel } from './date-labels.ts'

/** '09:41' for an instant on the day of `now`, 'di 24 nov, 09:41' for other days (both in ms since the epoch). */
export function timeOfLabel(instant: number, now: number): string {
  const day = dayOf(instant)
  return day === dayOf(now) ? timeLabel(instant) : `${dayLabel(day, now)}, ${timeLabel(instant)}`
}

/** 'om 09:41' for an instant on the day of `now`, 'di 24 nov om 09:41' for other days (ms since the epoch); never wraps. */
export function receivedLabel(instant: number, now: number): string {
  const day = dayOf(instant)
  const time = `om\u00a0${timeLabel(instant)}`
  return day === dayOf(now) ? time : `${dayLabel(day, now)} ${time}`
}
