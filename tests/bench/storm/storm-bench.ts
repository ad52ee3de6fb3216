import type { BenchOptions } from '../bench.ts'
import type { BenchRow } from '../result-table.ts'
import { storm } from './storm.ts'
import { stormRows } from './storm-rows.ts'
import { type StormSize, stormSize } from './storm-size.ts'
import { type Engine, startStormSubject } from './storm-subject.ts'

/** `npm run bench storm`: the opening, open-loop, on SQLite and on PostgreSQL with two API servers. */
export async function benchStorm({ students }: BenchOptions): Promise<BenchRow[]> {
  const size = stormSize(students)
  return [...(await benchOn('SQLite', size)), ...(await benchOn('PostgreSQL', size))]
}

async function benchOn(engine: Engine, size: StormSize): Promise<BenchRow[]> {
  const subject = await startStormSubject(engine, size.students)
  try {
    return stormRows(engine, size, await storm(subject, size))
  } finally {
    await subject.stop()
  }
}
