import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import type { BenchRow } from '../result-table.ts'
import { readingRows } from './reading-rows.ts'
import { seedReadingSchool } from './reading-school.ts'
import { startReadingSubject } from './reading-subject.ts'

export async function readingOnPostgres(): Promise<BenchRow[]> {
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  const url = cluster.url('postgres')
  const school = openDatabase(url, { timeout: 30_000 })
  await migrate(school)
  await seedReadingSchool(school, Date.now())
  await school.close()
  const subject = await startReadingSubject(url)
  try {
    return await readingRows(subject, 'PostgreSQL')
  } finally {
    await subject.stop()
    await cluster.stop()
  }
}
