import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import type { BenchRow } from '../result-table.ts'
import { readingRows } from './reading-rows.ts'
import { seedReadingSchool } from './reading-school.ts'
import { startReadingSubject } from './reading-subject.ts'

export async function readingOnSqlite(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const url = `sqlite:${join(folder, 'app.db')}`
  const school = openDatabase(url)
  await migrate(school)
  await seedReadingSchool(school, Date.now())
  await school.close()
  const subject = await startReadingSubject(url)
  try {
    return await readingRows(subject, 'SQLite')
  } finally {
    await subject.stop()
    rmSync(folder, { recursive: true })
  }
}
