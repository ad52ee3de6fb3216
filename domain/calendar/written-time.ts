import { amsterdamClock, instantOf } from './amsterdam.ts'

const HOUR_MS = 3_600_000

/** Value of a date and time field for an instant (ISO): 'YYYY-MM-DDTHH:mm' on clocks in Amsterdam. */
export const writeAmsterdamTime = (instant: string): string =>
  amsterdamClock(Date.parse(instant)).slice(0, 16).replace(' ', 'T')

/**
 * Instant (ISO) of a value of such a field, or null for an invalid value. A time that the clocks skip in spring counts as an
 * hour later; of a time that occurs twice in autumn the first is used.
 */
export function readAmsterdamTime(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null
  const wall = Date.parse(`${text}:00Z`)
  // JavaScript reads 24:00 and 31 February as the next day's midnight and as 3 March: reject them as typing errors.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(text)) return null
  return new Date(instantOf(wall)).toISOString()
}

/** Effect of summer time: clocks skip the value in spring, or show it twice in autumn. Null for others and invalid ones. */
export function clockShift(text: string): ClockShift | null {
  const instant = readAmsterdamTime(text)
  if (instant === null) return null
  if (writeAmsterdamTime(instant) !== text) return 'skipped'
  const later = new Date(Date.parse(instant) + HOUR_MS).toISOString()
  return writeAmsterdamTime(later) === text ? 'doubled' : null
}

export type ClockShift = 'skipped' | 'doubled'
