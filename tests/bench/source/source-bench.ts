import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import type { BenchOptions } from '../bench.ts'
import type { BenchRow } from '../result-table.ts'

const STUDENTS = 100_000
/** Of those how many a nightly run without a change compares. */
const SHARE_OF_NIGHT = 5
const MEMORY_GOAL = 100

/** What a run took. */
export interface Reading {
  seconds: number
  /** statements that changed anything but the copy of the source */
  written: number
  phase: string
  /** in the copy */
  people: number
  /** MB that the process grew by at its most, and MB of its heap that were not free afterwards */
  grown: number
  kept: number
}

/** `npm run bench source`: what reading the students of the school's own system takes of memory, and a night without a change. */
export async function benchSource({ students = STUDENTS }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  try {
    const admin = new Client(cluster.url('postgres'))
    await admin.connect()
    for (const name of ['large', 'night']) await admin.query(`create database ${name}`)
    await admin.end()
    const at = {
      SQLite: (name: string) => `sqlite:${join(folder, `${name}.db`)}`,
      PostgreSQL: (name: string) => cluster.url(name),
    }
    const rows: BenchRow[] = []
    for (const [engine, urlOf] of Object.entries(at)) {
      rows.push(memoryRow(engine, await readOnce(urlOf('large'), students)))
      rows.push(nightRow(engine, await readTwice(urlOf('night'), Math.ceil(students / SHARE_OF_NIGHT))))
    }
    return rows
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true })
  }
}

async function readOnce(url: string, people: number): Promise<Reading> {
  await makeSchool(url)
  const source = await startSource(people)
  try {
    return await readApart(url, source.origin, 'by hand')
  } finally {
    source.stop()
  }
}

/** The second of two nights: all have their account by then, and nothing has changed. */
async function readTwice(url: string, people: number): Promise<Reading> {
  await makeSchool(url)
  const source = await startSource(people)
  try {
    await readApart(url, source.origin, '1')
    return await readApart(url, source.origin, '2')
  } finally {
    source.stop()
  }
}

async function makeSchool(url: string): Promise<void> {
  const database = openDatabase(url, { timeout: 600_000 })
  await migrate(database)
  const created_at = new Date().toISOString()
  await database.kysely.insertInto('education_department').values({ name: 'Wiskunde', created_at }).execute()
  await database.kysely.insertInto('schoolyear').values({ name: '2025-2026', active: true, created_at }).execute()
  await database.close()
}

async function startSource(people: number): Promise<{ origin: string; stop: () => void }> {
  const child = fork(new URL('serving-process.ts', import.meta.url), [String(people)], {
    execArgv: ['--import', './scripts/product/end-with-parent.ts'],
  })
  const [origin] = await once(child, 'message')
  return { origin, stop: () => child.kill() }
}

async function readApart(url: string, origin: string, kind: string): Promise<Reading> {
  const child = fork(new URL('reading-process.ts', import.meta.url), [url, origin, kind], {
    execArgv: ['--import', './scripts/product/end-with-parent.ts'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The source was not read.')))
  const [reading] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => undefined)
  return reading
}

const inNumbers = (count: number) => count.toLocaleString('en')

const memoryRow = (engine: string, { grown, kept, people, seconds }: Reading): BenchRow => ({
  what: `${inNumbers(people)} students read, ${engine}: memory`,
  measured: `${grown.toFixed(0)} MB more at its most, ${kept.toFixed(0)} MB of heap kept; ${seconds.toFixed(1)} s`,
  reference: '–',
  figure: `${grown.toFixed(0)} MB`,
  goal: `≤ ${MEMORY_GOAL} MB`,
  reached: grown <= MEMORY_GOAL,
})

const nightRow = (engine: string, { written, people, phase, seconds }: Reading): BenchRow => ({
  what: `a night without a change, ${inNumbers(people)} students, ${engine}`,
  measured: `${seconds.toFixed(1)} s, ${phase}`,
  reference: '–',
  figure: `${written} statements that write to school data`,
  goal: '0',
  reached: written === 0 && phase === 'done',
})
