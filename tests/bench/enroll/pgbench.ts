import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { findPostgresPrograms } from '#tests/support/postgres-cluster.ts'
import { MOMENTS, STUDENTS } from './bench-school.ts'

export interface PgbenchResult {
  perSecond: number
  /** transactions that were committed */
  done: number
}

/** Teaches a seeded database the enrolment in plpgsql. */
export async function installPlpgsqlEnrollment(url: string): Promise<void> {
  const sql = readFileSync(new URL('enroll.sql', import.meta.url), 'utf8')
  const client = new Client(url)
  await client.connect()
  await client.query(sql.replaceAll(':students', String(STUDENTS)).replaceAll(':moments', String(MOMENTS)))
  await client.end()
}

/** Runs PostgreSQL's own bench: one enrolment a transaction, prepared, for this long. */
export async function runPgbench(url: string, clients: number, seconds: number): Promise<PgbenchResult> {
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
  return { perSecond: figure(said, /^tps = ([\d.]+)/m), done: figure(said, /actually processed: (\d+)/) }

  function figure(output: string, pattern: RegExp): number {
    const found = pattern.exec(output)?.[1]
    if (found === undefined || pgbench.exitCode !== 0) throw new Error(`pgbench failed:\n${output}${complaints}`)
    return Number(found)
  }
}
