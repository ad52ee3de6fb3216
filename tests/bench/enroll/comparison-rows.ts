import type { BenchRow } from '../result-table.ts'
import type { Comparison } from './rounds.ts'

/** Requests a second: more is better. */
export const rateRow = (
  what: string,
  { measured, reference, ratio }: Comparison,
  to: string,
  goal: number,
): BenchRow => ({
  what,
  measured: `${Math.round(measured)} /s`,
  reference: `${Math.round(reference)} /s ${to}`,
  figure: ratio.toFixed(2),
  goal: `≥ ${goal}`,
  reached: ratio >= goal,
})

/** What seats cost: the same load where there is no limit is the reference. */
export const seatRows = (
  compared: (measured: 'roomy' | 'filling', reference: 'together') => Comparison,
  engine: string,
): BenchRow[] => [
  rateRow(
    `the same where seats are limited and all fit, ${engine}`,
    compared('roomy', 'together'),
    'without seats',
    0.8,
  ),
  rateRow(`the same where they fill up, ${engine}`, compared('filling', 'together'), 'without seats', 0.8),
]

/** A seat for everybody, and for so few at each moment that most of a load is refused. */
export const SEATS = { roomy: 9_000, filling: 500 }

/** The machine's own noise between two runs of the same thing; a difference below it is none. */
const NOISE = 0.05

/** Milliseconds of the median request: less is better. */
export const waitRow = (what: string, { measured, reference, ratio }: Comparison): BenchRow => ({
  what,
  measured: `p50 ${measured.toFixed(3)} ms`,
  reference: `p50 ${reference.toFixed(3)} ms without batching`,
  figure: ratio.toFixed(2),
  goal: `≤ 1 (± ${NOISE})`,
  reached: ratio <= 1 + NOISE,
})
