const HOUR = 3_600_000
const DAY = 24 * HOUR

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
  return last - new Date(last).getUTCDay() * DAY
}
