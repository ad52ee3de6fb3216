import { weightOf } from '#domain/import/import.rules.ts'
import type { JudgedLine } from './importable.ts'

/** Which lines are shown: all of them, or those that say something worth knowing. */
export type LineFilter = 'all' | 'notable'

const isNotable = (line: JudgedLine): boolean => {
  const { outcome, remark } = weightOf(line)
  return outcome === 'refused' || remark === true
}

const outcomes = ['refused', 'added', 'skipped']

/** What is wrong comes first, then what is worth knowing, then the rest; each in the order of the list. */
export function shownLines<Line extends JudgedLine>(lines: readonly Line[], filter: LineFilter): Line[] {
  const rank = (line: Line) => (isNotable(line) ? 0 : outcomes.length) + outcomes.indexOf(weightOf(line).outcome)
  return lines.filter((line) => filter === 'all' || isNotable(line)).toSorted((one, other) => rank(one) - rank(other))
}

export const countNotable = (lines: readonly JudgedLine[]): number => lines.filter(isNotable).length
