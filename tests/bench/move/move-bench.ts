import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { backupOf } from '#database/engine/backup/backup-of.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { readKeys } from '#server/keys.ts'
import { growSchool } from '#tests/support/growth/grow-school.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import type { BenchOptions } from '../bench.ts'
import type { BenchRow } from '../result-table.ts'

const STUDENTS = 100_000
/** With the one that each student has chosen: a million. */
const ENROLLMENTS_EACH = 9

const TIMES_GOAL = 5
const MEMORY_GOAL = 300

interface Took {
  seconds: number
  rows: number
  /** MB at its most */
  memory: number
}

/**
 * `npm run bench move`: how long the servers of a large school stand still while it goes to the other engine, everything
 * compared, beside what PostgreSQL's own programs take to bring it from one of its databases to another.
 */
export async function benchMove({ students = STUDENTS }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  try {
    const admin = new Client(cluster.url('postgres'))
    await admin.connect()
    for (const name of ['school', 'copy']) await admin.query(`create database ${name}`)
    await admin.end()
    const [file, school] = [`sqlite:${join(folder, 'app.db')}`, cluster.url('school')]
    const database = openDatabase(file, { timeout: 600_000 })
    await migrate(database)
    await growSchool(database, { students, enrollmentsEach: ENROLLMENTS_EACH, now: Date.now() })
    await database.close()
    await readKeys(folder)

    const there = await moveApart(file, school, folder)
    const began = performance.now()
    const dump = join(folder, 'dump')
    await backupOf(school).save(dump)
    await backupOf(cluster.url('copy')).load(dump)
    const reference = (performance.now() - began) / 1_000
    const back = await moveApart(school, file, folder)
    return [
      ...rowsOf(students, 'SQLite to PostgreSQL', there, reference),
      ...rowsOf(students, 'PostgreSQL to SQLite', back, reference),
    ]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true })
  }
}

async function moveApart(...args: [from: string, to: string, dataDir: string]): Promise<Took> {
  const child = fork(new URL('moving-process.ts', import.meta.url), args, {
    execArgv: ['--import', './scripts/product/end-with-parent.ts'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The move failed.')))
  const [took] = await Promise.race([once(child, 'message'), ended])
  child.kill()
  await ended.catch(() => undefined)
  return took
}

function rowsOf(students: number, way: string, { seconds, rows, memory }: Took, reference: number): BenchRow[] {
  const what = `${way}, ${students.toLocaleString('en')} students`
  const times = seconds / reference
  return [
    {
      what,
      measured: `${seconds.toFixed(0)} s for ${rows.toLocaleString('en')} rows`,
      reference: `pg_dump and pg_restore: ${reference.toFixed(0)} s`,
      figure: `${times.toFixed(1)} ×`,
      goal: `≤ ${TIMES_GOAL} ×`,
      reached: times <= TIMES_GOAL,
    },
    {
      what: `${what}: memory`,
      measured: `${memory.toFixed(0)} MB at its most`,
      reference: '–',
      figure: `${memory.toFixed(0)} MB`,
      goal: `≤ ${MEMORY_GOAL} MB`,
      reached: memory <= MEMORY_GOAL,
    },
  ]
}
