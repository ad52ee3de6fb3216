import { onEach, type Place } from '#tests/harness/places.ts'
import { seedBenchSchool } from '#tests/harness/school/bench-school.ts'
import { median } from '#tests/harness/statistics.ts'
import { type Comparison, rateRow, takeTurns } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import { startApiSubject } from './api-subject.ts'
import { ENROLL, ENROLL_UNBATCHED } from './bench-paths.ts'
import { installPlpgsqlEnrollment, runPgbench } from './pgbench.ts'

const CONNECTIONS = 50
/** PostgreSQL's are whole ones: pgbench takes no others */
const SECONDS = { SQLite: 1.5, PostgreSQL: 2 }
const SECONDS_ALONE = 0.7
const WARM_UP_SECONDS = 1

/** A seat for everybody, and for so few at each moment that most of a load is refused. */
const SEATS = { roomy: 9_000, filling: 500 }
const GOALS = { SQLite: 0.6, PostgreSQL: 0.8, seats: 0.8 }
const REFERENCES = { SQLite: 'doing nothing', PostgreSQL: 'pgbench' }

/** The machine's own noise between two runs of the same thing; a difference below it is none. */
const NOISE = 0.05

/**
 * `npm run bench enroll`: enrolling over HTTP, on each engine with its own defaults (a commit is durable when it is
 * acknowledged), beside a reference of the same run: on SQLite the same server doing nothing, on PostgreSQL pgbench.
 */
export const benchEnroll = (): Promise<BenchRow[]> => onEach(rowsOn)

async function rowsOn(place: Place): Promise<BenchRow[]> {
  const { engine } = place
  await seedBenchSchool(place.database)
  const api = await startApiSubject(place)
  const seconds = SECONDS[engine]
  const rate = async (work: Promise<{ perSecond: number }>) => (await work).perSecond
  const waiting = async (path: string) => median((await api.enroll(path, 1, SECONDS_ALONE)).latencies)
  const { refer, end } = await referenceOn(place, (seconds) => rate(api.doNothing(CONNECTIONS, seconds)))
  try {
    await refer(WARM_UP_SECONDS)
    await api.enroll(ENROLL, CONNECTIONS, WARM_UP_SECONDS)
    const compared = await takeTurns({
      reference: () => refer(seconds),
      together: () => rate(api.enroll(ENROLL, CONNECTIONS, seconds)),
      roomy: () => rate(api.enrollWithSeats(SEATS.roomy, CONNECTIONS, seconds)),
      filling: () => rate(api.enrollWithSeats(SEATS.filling, CONNECTIONS, seconds)),
    })
    const alone = await takeTurns({
      unbatched: () => waiting(ENROLL_UNBATCHED),
      batched: () => waiting(ENROLL),
    })
    const seatsRow = (what: string, some: 'roomy' | 'filling') =>
      rateRow(`${what}, ${engine}`, compared(some, 'together'), 'without seats', GOALS.seats)
    return [
      rateRow(
        `POST /enrollment, ${CONNECTIONS} connections, ${engine}`,
        compared('together', 'reference'),
        REFERENCES[engine],
        GOALS[engine],
      ),
      seatsRow('the same where seats are limited and all fit', 'roomy'),
      seatsRow('the same where they fill up', 'filling'),
      waitRow(`POST /enrollment, 1 connection, ${engine}`, alone('batched', 'unbatched')),
    ]
  } finally {
    await end()
    await api.stop()
  }
}

async function referenceOn({ engine, another }: Place, doNothing: (seconds: number) => Promise<number>) {
  if (engine === 'SQLite') return { refer: doNothing, end: async () => undefined }
  const url = await another('pgbench')
  const school = await installPlpgsqlEnrollment(url)
  return { refer: (seconds: number) => runPgbench(school, url, CONNECTIONS, seconds), end: school.close }
}

/** Milliseconds of the median request: less is better. */
const waitRow = (what: string, { measured, reference, ratio }: Comparison): BenchRow => ({
  what,
  measured: `p50 ${measured.toFixed(3)} ms`,
  reference: `p50 ${reference.toFixed(3)} ms without batching`,
  figure: ratio.toFixed(2),
  goal: `≤ 1 (± ${NOISE})`,
  reached: ratio <= 1 + NOISE,
})
