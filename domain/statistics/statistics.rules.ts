import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { schoolyearStart } from '#domain/calendar/school-year.ts'
import { figureOver } from '#domain/results/result.rules.ts'
import type { PassFigure, PresenceFigure } from './statistics.schema.ts'

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

/**
 * How many passed in all of these groups, each the students of one module at one moment; null where none is large enough.
 * A group that is too small to be shown counts in no figure at all: what it got makes no difference to any of them, so
 * it is not found by subtracting either, of whatever else is known.
 */
export function passesOver(groups: readonly PassFigure[]): PassFigure | null {
  const shown = groups.flatMap((group) => figureOver(group.counted, group) ?? [])
  if (shown.length === 0) return null
  return shown.reduce((sum, { counted, passed }) => ({ counted: sum.counted + counted, passed: sum.passed + passed }))
}

/** Attendance at one moment; it is part of no total. */
export const presenceOver = (figure: PresenceFigure | undefined): PresenceFigure | null =>
  figure ? figureOver(figure.ticked, figure) : null
