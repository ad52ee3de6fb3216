import { addDays, amsterdamClock, readAmsterdamTime } from '#domain/calendar/amsterdam.ts'

/** Times of day, 'HH:MM' on clocks in Amsterdam. `from` after `until` goes on past midnight; two alike are no hours at all. */
export interface QuietHours {
  from: string
  until: string
}

const HOUR = 3_600_000

/**
 * When (ms) the quiet hours end in which `now` (ms) falls, or null when nobody minds a push now. At `from` it is quiet,
 * at `until` it is no longer.
 */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (!quiet) return null
  const [today = '', clock = ''] = amsterdamClock(now).split(' ')
  const time = clock.slice(0, 5)
  if (!isBetween(time, quiet)) return null
  const endsToday = time < quiet.until
  return endOn(endsToday ? today : addDays(today, 1), quiet.until, now)
}

function isBetween(time: string, { from, until }: QuietHours): boolean {
  if (from <= until) return from <= time && time < until
  return from <= time || time < until
}

/** Of an hour that comes twice in autumn the first is read; whoever is in the second waits for its end. */
function endOn(day: string, time: string, now: number): number {
  const end = Date.parse(readAmsterdamTime(`${day}T${time}`) ?? '')
  return end > now ? end : end + HOUR
}
