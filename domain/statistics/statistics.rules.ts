import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { schoolyearStart } from '#domain/schoolyears/schoolyear.rules.ts'

const WEEKS = 8
const DAYS = 7

/** The Mondays of the last eight weeks in Amsterdam, the one that `now` (ms) is in included; the earliest first. */
export function lastWeeks(now: number): string[] {
  const today = dayOf(now)
  const daysSinceMonday = (new Date(today).getUTCDay() + DAYS - 1) % DAYS
  const monday = addDays(today, -daysSinceMonday)
  return Array.from({ length: WEEKS }, (_, index) => addDays(monday, (index + 1 - WEEKS) * DAYS))
}

/** The instant (ms) from which accounts count as new. */
export const newAccountsSince = (now: number): number => schoolyearStart(now)
