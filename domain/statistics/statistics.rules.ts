import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { schoolyearStart } from '#domain/calendar/school-year.ts'
import { figureOver } from '#domain/results/result.rules.ts'
import type { PassFigure, PresenceFigure } from './statistics.schema.ts'

const WEEKS = 8
const DAYS = 7

/** Mondays of the last eight weeks in Amsterdam, including that of `now` (ms), earliest first. */
export function lastWeeks(now: number): string[] {
  const today = dayOf(now)
  const daysSinceMonday = (new Date(today).getUTCDay() + DAYS - 1) % DAYS
  const monday = addDays(today, -daysSinceMonday)
  return Array.from({ length: WEEKS }, (_, index) => addDays(monday, (index + 1 - WEEKS) * DAYS))
}

/** Instant (ms) from which accounts count as new. */
export const newAccountsSince = (now: number): number => schoolyearStart(now)

/**
 * Adds up passed results of groups (the students of one module at one moment); null if none is large enough. Groups that are
 * too small to be shown are not counted in any figure: their results make no difference to them, so they can't be found by
 * subtraction either, whatever else is known.
 */
export function passesOver(groups: readonly PassFigure[]): PassFigure | null {
  const shown = groups.flatMap((group) => figureOver(group.counted, group) ?? [])
  if (shown.length === 0) return null
  return shown.reduce((sum, { counted, passed }) => ({ counted: sum.counted + counted, passed: sum.passed + passed }))
}

/** Attendance at one moment; it is part of no total. */
export const presenceOver = (figure: PresenceFigure | undefined): PresenceFigure | null =>
  figure ? figureOver(figure.ticked, figure) : null
