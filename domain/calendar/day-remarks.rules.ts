import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { addDays } from './amsterdam.ts'
import { holidaysOn, type PublicHoliday } from './public-holidays.rules.ts'

/** Days without lessons, as a school entered them; first and last included. */
export interface DaysOff {
  name: string
  first_day: string
  last_day: string
}

/** Remarks about a day for a teacher who chooses it for a test. None of them prevents choosing it. */
export type DayRemark =
  | { remark: 'weekend'; day: string }
  | { remark: 'holiday'; day: string; holiday: PublicHoliday }
  | { remark: 'recess'; name: string }

const WEEK = [0, 1, 2, 3, 4, 5, 6]

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

/**
 * Every week has a weekend, so that is remarked only if the week begins with one, and holidays in a week only if they take a
 * school day.
 */
export function dayRemarks(
  { date, duration }: { date: string; duration: Duration },
  recesses: readonly DaysOff[],
): DayRemark[] {
  const days = duration === 'week' ? WEEK.map((count) => addDays(date, count)) : [date]
  const counting = duration === 'week' ? days.filter((day) => !isWeekend(day)) : days
  const last = days.at(-1) ?? date
  return [
    ...(isWeekend(date) ? [{ remark: 'weekend', day: date } as const] : []),
    ...counting.flatMap((day) => holidaysOn(day).map((holiday) => ({ remark: 'holiday', day, holiday }) as const)),
    ...recesses
      .filter((recess) => recess.first_day <= last && recess.last_day >= date)
      .map(({ name }) => ({ remark: 'recess', name }) as const),
  ]
}
