import { dayOf } from './amsterdam.ts'
import { dayLabel, timeLabel } from './date-labels.ts'

/** '09:41' for an instant of today (both in ms since the epoch), 'di 24 nov, 09:41' for another day's. */
export function timeOfLabel(instant: number, now: number): string {
  const day = dayOf(instant)
  return day === dayOf(now) ? timeLabel(instant) : `${dayLabel(day, now)}, ${timeLabel(instant)}`
}

/** 'om 09:41' for an instant of today (both in ms since the epoch), 'di 24 nov om 09:41' for another day's; in one piece. */
export function receivedLabel(instant: number, now: number): string {
  const day = dayOf(instant)
  const time = `om\u00a0${timeLabel(instant)}`
  return day === dayOf(now) ? time : `${dayLabel(day, now)} ${time}`
}
