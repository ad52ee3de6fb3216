import { join } from 'node:path'
import { backupOf } from '#database/engine/backup/backup-of.ts'
import { readKeys } from '#server/keys.ts'
import { openPostgresPlace, openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { startProgram } from '#tests/harness/programs.ts'
import { timed } from '#tests/harness/statistics.ts'
import { growSchool } from '#tests/support/growth/grow-school.ts'
import type { BenchOptions } from '../bench.ts'
import { atMost } from '../comparison.ts'
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
export const benchMove = ({ students = STUDENTS }: BenchOptions): Promise<BenchRow[]> =>
  within(openSqlitePlace({ timeout: 600_000 }), (file) =>
    within(openPostgresPlace({ migrated: false }), (postgres) => rowsBetween(file, postgres, students)),
  )

async function rowsBetween(file: Place, postgres: Place, students: number): Promise<BenchRow[]> {
  const { dataDir } = file
  await file.fill((database) => growSchool(database, { students, enrollmentsEach: ENROLLMENTS_EACH, now: Date.now() }))
  await readKeys(dataDir)
  const there = await moveApart(file.url, postgres.url, dataDir)
  const dump = join(dataDir, 'dump')
  const copy = await postgres.another('copy')
  const [ms] = await timed(async () => {
    await backupOf(postgres.url).save(dump)
    await backupOf(copy).load(dump)
  })
  const back = await moveApart(postgres.url, file.url, dataDir)
  return [
    ...rowsOf(students, 'SQLite to PostgreSQL', there, ms / 1_000),
    ...rowsOf(students, 'PostgreSQL to SQLite', back, ms / 1_000),
  ]
}

async function moveApart(...args: [from: string, to: string, dataDir: string]): Promise<Took> {
  const program = startProgram('tests/bench/move/moving-process.ts', { args })
  const took = await program.said<Took>()
  await program.end()
  return took
}

function rowsOf(students: number, way: string, { seconds, rows, memory }: Took, reference: number): BenchRow[] {
  const what = `${way}, ${students.toLocaleString('en')} students`
  return [
    {
      what,
      measured: `${seconds.toFixed(0)} s for ${rows.toLocaleString('en')} rows`,
      reference: `pg_dump and pg_restore: ${reference.toFixed(0)} s`,
      ...atMost(seconds / reference, TIMES_GOAL, (times) => `${times.toFixed(1)} ×`),
    },
    {
      what: `${what}: memory`,
      measured: `${memory.toFixed(0)} MB at its most`,
      reference: '–',
      ...atMost(memory, MEMORY_GOAL, (megabytes) => `${megabytes.toFixed(0)} MB`),
    },
  ]
}
