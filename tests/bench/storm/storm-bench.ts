import type { BenchOptions } from '../bench.ts'
import type { BenchRow } from '../result-table.ts'
import { overload } from './overload.ts'
import { overloadRows } from './overload-rows.ts'
import { storm } from './storm.ts'
import { stormRows } from './storm-rows.ts'
import { type StormSize, stormSize } from './storm-size.ts'
import { type Engine, startStormSubject } from './storm-subject.ts'

const PEAK_SECONDS = 5
/** half as long as the storm, whatever its size */
const OVERLOAD_SHARE = 0.5

/** `npm run bench storm`: the opening, open-loop, on SQLite and on PostgreSQL with two API servers; then too many. */
export async function benchStorm({ students }: BenchOptions): Promise<BenchRow[]> {
  const size = stormSize(students)
  return [...(await benchOn('SQLite', size)), ...(await benchOn('PostgreSQL', size))]
}

async function benchOn(engine: Engine, size: StormSize): Promise<BenchRow[]> {
  const subject = await startStormSubject(engine, size.students)
  const seconds = OVERLOAD_SHARE * size.seconds
  try {
    const outcome = await storm(subject, size)
    const after = await overload(subject, { students: size.students, seconds, peakSeconds: PEAK_SECONDS })
    return [...stormRows(engine, size, outcome), ...overloadRows(engine, seconds, after)]
  } finally {
    await subject.stop()
  }
}
