import { Client } from 'pg'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { startApiSubject } from './api-subject.ts'
import { ENROLL, ENROLL_UNBATCHED } from './bench-paths.ts'
import { seedBenchSchool } from './bench-school.ts'
import { rateRow, SEATS, seatRows, waitRow } from './comparison-rows.ts'
import { installPlpgsqlEnrollment, runPgbench } from './pgbench.ts'
import { compare, takeTurns } from './rounds.ts'

const CONNECTIONS = 50
/** Whole ones: pgbench takes no others. */
const SECONDS = 2
const SECONDS_ALONE = 0.7
const WARM_UP_SECONDS = 1

/** PostgreSQL with its own defaults, fsync and synchronous_commit among them; one copy of the school for each side. */
export async function benchOnPostgres(): Promise<BenchRow[]> {
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  const [apiUrl, pgbenchUrl] = [cluster.url('api'), cluster.url('pgbench')]
  await createDatabases(cluster.url('postgres'), ['api', 'pgbench'])
  const [apiSchool, pgbenchSchool] = [await openSchool(apiUrl), await openSchool(pgbenchUrl)]
  await installPlpgsqlEnrollment(pgbenchUrl)
  const api = await startApiSubject(apiSchool, apiUrl)
  const pgbench = (seconds: number) => runPgbench(pgbenchSchool, pgbenchUrl, CONNECTIONS, seconds)
  try {
    await pgbench(WARM_UP_SECONDS)
    await api.enroll(ENROLL, CONNECTIONS, WARM_UP_SECONDS)
    const compared = await takeTurns({
      pgbench: () => pgbench(SECONDS),
      together: async () => (await api.enroll(ENROLL, CONNECTIONS, SECONDS)).perSecond,
      roomy: async () => (await api.enrollWithSeats(SEATS.roomy, CONNECTIONS, SECONDS)).perSecond,
      filling: async () => (await api.enrollWithSeats(SEATS.filling, CONNECTIONS, SECONDS)).perSecond,
    })
    const alone = await compare(
      async () => median((await api.enroll(ENROLL, 1, SECONDS_ALONE)).latencies),
      async () => median((await api.enroll(ENROLL_UNBATCHED, 1, SECONDS_ALONE)).latencies),
    )
    return [
      rateRow(
        `POST /enrollment, ${CONNECTIONS} connections, PostgreSQL`,
        compared('together', 'pgbench'),
        'pgbench',
        0.8,
      ),
      ...seatRows(compared, 'PostgreSQL'),
      waitRow('POST /enrollment, 1 connection, PostgreSQL', alone),
    ]
  } finally {
    await api.stop()
    await Promise.all([apiSchool.close(), pgbenchSchool.close()])
    await cluster.stop()
  }
}

async function createDatabases(adminUrl: string, names: readonly string[]): Promise<void> {
  const admin = new Client(adminUrl)
  await admin.connect()
  for (const name of names) await admin.query(`create database ${name}`)
  await admin.end()
}

async function openSchool(url: string): Promise<Database> {
  const school = openDatabase(url, { timeout: 30_000 })
  await migrate(school)
  await seedBenchSchool(school, Date.now())
  return school
}
