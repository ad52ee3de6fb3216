import type { Engine } from '#tests/harness/places.ts'
import { atLeast } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import { type Overload, TIMES } from './overload.ts'

const GOODPUT_GOAL = 0.8
const RECOVERED_GOAL_MS = 10_000

/** Rows of an overload: three times as many requests as the servers can serve. */
export function overloadRows(engine: Engine, seconds: number, overload: Overload): BenchRow[] {
  const { peak, offered, answered, goodput, p99, cost, sentAway, senderBusy, others, alive, recovered } = overload
  const other = [...others].map(([status, times]) => `${times} × ${status || 'cut off'}`)
  return [
    {
      what: `${TIMES} × overload on ${engine}, ${seconds} s: useful answers`,
      measured: `${Math.round(goodput)} /s; ${offered} /s were due and ${Math.round(answered)} /s answered; p99 ${Math.round(p99)} ms; ${Math.round(cost.useful)} µs CPU for each`,
      reference: `at the peak ${Math.round(peak)} /s, ${Math.round(cost.atPeak)} µs each; sender busy ${Math.round(100 * senderBusy)} %`,
      ...atLeast(goodput / peak, GOODPUT_GOAL),
    },
    {
      what: `${TIMES} × overload on ${engine}: what the others heard`,
      measured: [`${sentAway} × 503 + Retry-After ≤ 1 s`, ...other].join(', '),
      reference: '–',
      figure: `${other.length === 0 ? 0 : other.join(', ')} others`,
      goal: '0',
      reached: other.length === 0,
    },
    {
      what: `${TIMES} × overload on ${engine}: liveness, and the way back`,
      measured: `${alive.asked} × asked, slowest ${Math.round(alive.slowest)} ms; recovered after ${Math.round(recovered)} ms`,
      reference: '–',
      figure: `${alive.failed} failed, ${(recovered / 1_000).toFixed(1)} s`,
      goal: `0, ≤ ${RECOVERED_GOAL_MS / 1_000} s`,
      reached: alive.failed === 0 && recovered <= RECOVERED_GOAL_MS,
    },
  ]
}
