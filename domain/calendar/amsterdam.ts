const HOUR = 3_600_000
const DAY_MS = 24 * HOUR

/**
 * By how many ms the clocks in Amsterdam are ahead of UTC at `instant` (ms since the epoch): an hour, or two in summer,
 * which begins and ends at 01:00 UTC on the last Sunday of March and of October (EU directive 2000/84/EC; so since 1996).
 * Reckoned here since `Intl` loads the world's time zones for it: some 30 ms of every start, four times that on a phone.
 */
export function amsterdamOffset(instant: number): number {
  const year = new Date(instant).getUTCFullYear()
  const isSummer = instant >= changeIn(year, MARCH) && instant < changeIn(year, OCTOBER)
  return isSummer ? 2 * HOUR : HOUR
}

const MARCH = 2
const OCTOBER = 9

/** Both months have 31 days. */
function changeIn(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1)
  return last - new Date(last).getUTCDay() * DAY_MS
}

/** What clocks in Amsterdam show at `now` (milliseconds since the epoch): 'YYYY-MM-DD HH:mm:ss', as Swedes write it. */
export const amsterdamClock = (now: number): string =>
  new Date(now + amsterdamOffset(now)).toISOString().slice(0, -'.000Z'.length).replace('T', ' ')

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

const shows = (instant: number, text: string): boolean =>
  amsterdamClock(instant).slice(0, 16).replace(' ', 'T') === text

const LIMIT = 4096

/**
 * `find`, asked only once per day: each enrollment asks several times when its moments end, and Date takes some
 * 500 ns where a map takes 10. A school has some hundreds of days in use; the bound is there because a day may also come
 * from a request. Past it everything is forgotten, which costs less than knowing what was used last.
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

/**
 * Days are text, 'YYYY-MM-DD', and mean a day in Europe/Amsterdam. That a day exists is checked where it comes in, by
 * calendar.schema.ts and date-input.rules.ts.
 */

const DAY = 86_400_000
const TIME_OF_ISO_TEXT = 'T00:00:00.000Z'.length

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, -TIME_OF_ISO_TEXT)

/** `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/**
 * Local midnight at which `day` starts, in milliseconds since the epoch. Amsterdam is one or two whole hours ahead of
 * UTC, and is so at midnight UTC as at local midnight, an hour or two before: the clock changes at 01:00 UTC.
 */
export const startOfDay = memoizeByDay((day) => {
  const midnightUtc = Date.parse(day)
  return midnightUtc - amsterdamOffset(midnightUtc)
})

/** The day in Amsterdam at `now` (milliseconds since the epoch): that of UTC, or already the next. */
export function dayOf(now: number): string {
  const day = new Date(now).toISOString().slice(0, -TIME_OF_ISO_TEXT)
  const next = addDays(day, 1)
  return startOfDay(next) <= now ? next : day
}
