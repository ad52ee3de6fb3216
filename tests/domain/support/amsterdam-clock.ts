/** The clock of Amsterdam from the text of EU directive 2000/84/EC: no Intl, so that it can judge the code that uses it. */

const HOUR = 3_600_000

const lastSundayAt1Utc = (year: number, month: number): number => {
  const lastDay = new Date(Date.UTC(year, month, 0))
  return Date.UTC(year, month - 1, lastDay.getUTCDate() - lastDay.getUTCDay(), 1)
}

export const summerTimeStarts = (year: number): number => lastSundayAt1Utc(year, 3)
export const summerTimeEnds = (year: number): number => lastSundayAt1Utc(year, 10)

const offsetAt = (instant: number): number => {
  const year = new Date(instant).getUTCFullYear()
  return instant >= summerTimeStarts(year) && instant < summerTimeEnds(year) ? 2 * HOUR : HOUR
}

export const localDay = (instant: number): string => new Date(instant + offsetAt(instant)).toISOString().slice(0, 10)

/** The instant of local midnight: of the two that midnight could be, the one at which the clock says so. */
export const localMidnight = (day: string): number => {
  const [winter, summer] = [Date.parse(day) - HOUR, Date.parse(day) - 2 * HOUR]
  return offsetAt(summer) === 2 * HOUR ? summer : winter
}

export const daysLater = (day: string, count: number): string => {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}
