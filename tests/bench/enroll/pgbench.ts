import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import {
  clearEnrollments,
  countEnrollments,
  MOMENTS,
  STUDENTS,
  seedBenchSchool,
} from '#tests/harness/school/bench-school.ts'
import { askPostgres } from '#tests/support/postgres-client.ts'
import { findPostgresPrograms } from '#tests/support/postgres-cluster.ts'

/** A school at this empty database, which is taught the enrollment in plpgsql. */
export async function installPlpgsqlEnrollment(url: string): Promise<Database> {
  const school = openDatabase(url, { timeout: 30_000 })
  await migrate(school)
  await seedBenchSchool(school)
  const plpgsql = readFileSync(new URL('enroll.sql', import.meta.url), 'utf8')
  await askPostgres(url, plpgsql.replaceAll(':students', String(STUDENTS)).replaceAll(':moments', String(MOMENTS)))
  return school
}

/**
 * Runs PostgreSQL's own bench: one enrollment a transaction, prepared, for this long. Gives transactions a second, and
 * fails unless each left its enrollment in the database.
 */
export async function runPgbench(school: Database, url: string, clients: number, seconds: number): Promise<number> {
  await clearEnrollments(school)
  await sql`alter sequence bench_number restart`.execute(school.kysely)
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-pgbench-'))
  const script = join(folder, 'enroll.sql')
  writeFileSync(script, `select bench_enroll(nextval('bench_number'));\n`)
  const args = [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${clients}`,
    `--time=${seconds}`,
    `--file=${script}`,
    url,
  ]
  const pgbench = spawn(join(findPostgresPrograms() ?? '', 'pgbench'), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, complaints] = await Promise.all([text(pgbench.stdout), text(pgbench.stderr), once(pgbench, 'close')])
  rmSync(folder, { recursive: true })
  const done = figure(said, /actually processed: (\d+)/)
  const stored = await countEnrollments(school)
  if (stored !== done) throw new Error(`pgbench did ${done} enrollments, ${stored} stored`)
  return figure(said, /^tps = ([\d.]+)/m)

  function figure(output: string, pattern: RegExp): number {
    const found = pattern.exec(output)?.[1]
    if (found === undefined || pgbench.exitCode !== 0) throw new Error(`pgbench failed:\n${output}${complaints}`)
    return Number(found)
  }
}
