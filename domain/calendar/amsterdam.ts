/**
 * Days and times in Europe/Amsterdam. Days are text, 'YYYY-MM-DD', and mean a day there; calendar.schema.ts and
 * date-input.rules.ts check on input that they exist. Instants are ms since the epoch, or ISO in UTC.
 */

const DAY_MS = 86_400_000
const TIME_OF_ISO_TEXT = 'T00:00:00.000Z'.length

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, -TIME_OF_ISO_TEXT)

/** Local midnight at which `day` starts. Rules call it thousands of times a second; the memo calls `Intl` once per day. */
export const startOfDay = memoizeByDay((day) => instantOf(Date.parse(day)))

/** Day in Amsterdam at `now`: the day in UTC or the next, since Amsterdam is ahead of UTC. */
export function dayOf(now: number): string {
  const day = new Date(now).toISOString().slice(0, -TIME_OF_ISO_TEXT)
  const next = addDays(day, 1)
  return startOfDay(next) <= now ? next : day
}

/** Clock time in Amsterdam at `now`: 'YYYY-MM-DD HH:mm:ss'. */
export const amsterdamClock = (now: number): string =>
  new Date(now + offsetAt(now)).toISOString().slice(0, -'.000Z'.length).replace('T', ' ')

/** Instant at which the clocks show `wall`, which is that time read as UTC. */
export function instantOf(wall: number): number {
  const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)]
  const first = wall - Math.max(before, after)
  return first + offsetAt(first) === wall ? first : wall - Math.min(before, after)
}

/** null: the rule is applied, see `ruleAtFirst` */
let zone: Intl.DateTimeFormat | null | undefined

/**
 * Applies the rule of the European Union until `readZone`: for the first screen of an app, since `Intl` loads all time zones at
 * its first use, which takes some 10 to 50 ms.
 */
export function ruleAtFirst(): void {
  zone = null
}

export function readZone(): void {
  zone = undefined
  offsetAt(0)
}

/** Summer time from the last Sunday of March (month 2) to that of October, at 01:00 UTC. */
function ruledOffset(now: number): number {
  const turnIn = (month: number) => {
    const last = Date.UTC(new Date(now).getUTCFullYear(), month, 31, 1)
    return last - new Date(last).getUTCDay() * DAY_MS
  }
  return turnIn(2) <= now && now < turnIn(9) ? 7_200_000 : 3_600_000
}

/** Milliseconds by which the clocks are ahead of UTC at `now`. */
function offsetAt(now: number): number {
  if (zone === null) return ruledOffset(now)
  zone ??= new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Amsterdam', timeZoneName: 'longOffset' })
  const [, hours = '0', minutes = '0', seconds = '0'] = /GMT\+(\d+):(\d+)(?::(\d+))?$/.exec(zone.format(now)) ?? []
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}

const LIMIT = 4096

/**
 * Memoizes `find` by day: each enrollment asks several times when its moments end, and `Intl` takes some microseconds where a
 * map takes 10 ns. A school uses some hundreds of days; the limit exists because days may also come from requests. Above it
 * everything is forgotten, which is cheaper than tracking what was used last. What the rule says is not remembered.
 */
export function memoizeByDay(find: (day: string) => number): (day: string) => number {
  const found = new Map<string, number>()
  return (day) => {
    if (zone === null) return find(day)
    const cached = found.get(day)
    if (cached !== undefined) return cached
    const fresh = find(day)
    if (found.size === LIMIT) found.clear()
    found.set(day, fresh)
    return fresh
  }
}
