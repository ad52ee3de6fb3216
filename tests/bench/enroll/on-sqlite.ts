import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { startApiSubject } from './api-subject.ts'
import { ENROLL, ENROLL_UNBATCHED } from './bench-paths.ts'
import { seedBenchSchool } from './bench-school.ts'
import { rateRow, SEATS, seatRows, waitRow } from './comparison-rows.ts'
import { compare, takeTurns } from './rounds.ts'

const CONNECTIONS = 50
const SECONDS = 1.5
const SECONDS_ALONE = 0.7
const WARM_UP_SECONDS = 1

/** The default engine, a commit durable when acknowledged (synchronous=FULL). */
export async function benchOnSqlite(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const url = `sqlite:${join(folder, 'app.db')}`
  const database = openDatabase(url)
  await migrate(database)
  await seedBenchSchool(database, Date.now())
  const api = await startApiSubject(database, url)
  try {
    await api.doNothing(CONNECTIONS, WARM_UP_SECONDS)
    await api.enroll(ENROLL, CONNECTIONS, WARM_UP_SECONDS)
    const compared = await takeTurns({
      nothing: async () => (await api.doNothing(CONNECTIONS, SECONDS)).perSecond,
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
        `POST /enrollment, ${CONNECTIONS} connections, SQLite`,
        compared('together', 'nothing'),
        'doing nothing',
        0.6,
      ),
      ...seatRows(compared, 'SQLite'),
      waitRow('POST /enrollment, 1 connection, SQLite', alone),
    ]
  } finally {
    await api.stop()
    await database.close()
    rmSync(folder, { recursive: true })
  }
}
