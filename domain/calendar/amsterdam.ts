/**
 * Days and times in Europe/Amsterdam. Days are text, 'YYYY-MM-DD', and mean a day there; that a day exists is checked where
 * it comes in, by calendar.schema.ts and date-input.rules.ts. Instants are milliseconds since the epoch, or ISO in UTC.
 */

const DAY = 86_400_000
const HOUR = 3_600_000
const TIME_OF_ISO_TEXT = 'T00:00:00.000Z'.length

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, -TIME_OF_ISO_TEXT)

/** `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Local midnight at which `day` starts. Asked by every rule, thousands of times a second: `Intl` is asked once a day. */
export const startOfDay = memoizeByDay((day) => instantOf(Date.parse(day)))

/** The day in Amsterdam at `now`: that of UTC, or already the next. It is ahead of UTC. */
export function dayOf(now: number): string {
  const day = new Date(now).toISOString().slice(0, -TIME_OF_ISO_TEXT)
  const next = addDays(day, 1)
  return startOfDay(next) <= now ? next : day
}

/** What clocks in Amsterdam show at `now`: 'YYYY-MM-DD HH:mm:ss'. */
export const amsterdamClock = (now: number): string =>
  new Date(now + offsetAt(now)).toISOString().slice(0, -'.000Z'.length).replace('T', ' ')

/** What a field for date and time shows of an instant (ISO): 'YYYY-MM-DDTHH:mm' on clocks in Amsterdam. */
export const writeAmsterdamTime = (instant: string): string =>
  amsterdamClock(Date.parse(instant)).slice(0, 16).replace(' ', 'T')

/**
 * The instant (ISO) of what such a field holds, or null when it holds no time. A time that the clock skips in spring is
 * read as an hour later; of one that comes twice in autumn the first is meant.
 */
export function readAmsterdamTime(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null
  const wall = Date.parse(`${text}:00Z`)
  // JavaScript reads 24:00 and 31 February as the next day's midnight and as 3 March: nobody writes what is meant so.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(text)) return null
  return new Date(instantOf(wall)).toISOString()
}

/**
 * What summer time does to a time as above: the clocks skip it in spring, or show it twice in autumn. Null for every
 * other, and for what is no time.
 */
export function clockShift(text: string): ClockShift | null {
  const instant = readAmsterdamTime(text)
  if (instant === null) return null
  if (writeAmsterdamTime(instant) !== text) return 'skipped'
  const later = new Date(Date.parse(instant) + HOUR).toISOString()
  return writeAmsterdamTime(later) === text ? 'doubled' : null
}

export type ClockShift = 'skipped' | 'doubled'

/** The instant at which the clocks show `wall`, which is that time taken for UTC. */
function instantOf(wall: number): number {
  const [before, after] = [offsetAt(wall - DAY), offsetAt(wall + DAY)]
  const first = wall - Math.max(before, after)
  return first + offsetAt(first) === wall ? first : wall - Math.min(before, after)
}

let zone: Intl.DateTimeFormat | undefined

/**
 * By how many ms the clocks are ahead of UTC at `now`. `Intl` loads the world's time zones for it, some 10 to 50 ms: at the
 * first call, and not at every start.
 */
function offsetAt(now: number): number {
  zone ??= new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Amsterdam', timeZoneName: 'longOffset' })
  const [, hours = '0', minutes = '0', seconds = '0'] = /GMT\+(\d+):(\d+)(?::(\d+))?$/.exec(zone.format(now)) ?? []
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}

const LIMIT = 4096

/**
 * `find`, asked only once per day: each enrollment asks several times when its moments end, and `Intl` takes some
 * microseconds where a map takes 10 ns. A school has some hundreds of days in use; the bound is there because a day may also
 * come from a request. Past it everything is forgotten, which costs less than knowing what was used last.
 */
export function memoizeByDay(find: (day: string) => number): (day: string) => number {
  const found = new Map<string, number>()
  return (day) => {
    const known = found.get(day)
    if (known !== undefined) return known
    const fresh = find(day)
    if (found.size === LIMIT) found.clear()
    found.set(day, fresh)
    return fresh
  }
}
