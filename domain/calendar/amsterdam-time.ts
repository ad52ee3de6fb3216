import { amsterdamClock } from './amsterdam-clock.ts'

/** What a field for date and time shows of an instant (ISO, UTC): 'YYYY-MM-DDTHH:mm' on clocks in Amsterdam. */
export const writeAmsterdamTime = (instant: string): string =>
  amsterdamClock(Date.parse(instant)).slice(0, 16).replace(' ', 'T')

/**
 * The instant (ISO, UTC) of what such a field holds, or null when it holds no time. A time that the clock skips in
 * spring is read as an hour later; of one that comes twice in autumn the first is meant.
 */
export function readAmsterdamTime(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null
  const wall = Date.parse(`${text}:00Z`)
  // JavaScript reads 24:00 and 31 February as the next day's midnight and as 3 March: nobody writes what is meant so.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(text)) return null
  const [summer, winter] = [wall - 2 * HOUR, wall - HOUR]
  const instant = shows(summer, text) ? summer : winter
  return new Date(instant).toISOString()
}

const HOUR = 3_600_000

const shows = (instant: number, text: string): boolean =>
  amsterdamClock(instant).slice(0, 16).replace(' ', 'T') === text
