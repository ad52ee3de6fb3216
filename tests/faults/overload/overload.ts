import type { Engine } from '#tests/harness/places.ts'
import { type Overload, overload, TIMES } from '../../bench/storm/overload.ts'
import { withStormSubject } from '../../bench/storm/storm-subject.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

/** More than may be in flight at once, so that some wait for a place; fewer than are sent away: tests/api/in-flight.test.ts sees those. */
const STUDENTS = { quick: 2_500, full: 10_000 }
const SECONDS = { quick: 2, full: 15 }
const PEAK_SECONDS = { quick: 1, full: 5 }
const GOODPUT_GOAL = 0.8

/** Three times as many as the servers can serve, whatever the answers are. */
export const overloaded: Fault = {
  quick: true,
  run: async (extent) => [
    await overloadOn('SQLite', extent),
    ...(extent === 'full' ? [await overloadOn('PostgreSQL', extent)] : []),
  ],
}

const overloadOn = (engine: Engine, extent: Extent): Promise<FaultRow> =>
  withStormSubject({ engine, students: STUDENTS[extent] }, async (subject) => {
    const size = { students: STUDENTS[extent], seconds: SECONDS[extent], peakSeconds: PEAK_SECONDS[extent] }
    return rowOf(engine, extent, await overload(subject, size))
  })

function rowOf(
  engine: Engine,
  extent: Extent,
  { peak, offered, goodput, sentAway, others, alive, recovered, p99 }: Overload,
): FaultRow {
  const other = [...others].map(([status, times]) => `${times} × ${status || 'cut off'}`)
  const ratio = goodput / peak
  return {
    fault: `${TIMES} × overload, ${engine}`,
    done: `${offered} requests a second for ${SECONDS[extent]} s, where ${Math.round(peak)} can be served`,
    invariant: 'nobody hears anything but an answer or 503 with Retry-After ≤ 1 s; live 200; recovers by itself',
    measured:
      `${sentAway} sent away, ${other.length === 0 ? 0 : other.join(', ')} otherwise; goodput ${Math.round(goodput)} /s, ${ratio.toFixed(2)} of the peak, p99 ${Math.round(p99)} ms; ` +
      `live ${alive.asked - alive.failed} of ${alive.asked} times, within ${Math.round(alive.slowest)} ms; itself again after ${Math.round(recovered)} ms`,
    goal: `0 otherwise; goodput ≥ ${GOODPUT_GOAL} of the peak`,
    held: other.length === 0 && alive.failed === 0 && Number.isFinite(recovered),
    late: ratio < GOODPUT_GOAL,
  }
}
