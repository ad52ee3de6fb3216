import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { listUsers } from '#contract/users.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import { ROUNDS } from '../enroll/rounds.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { PEOPLE, seedSearchSchool } from './search-school.ts'
import { type SearchSubject, startSearchSubject } from './search-subject.ts'

const PAGE = 20
const SECONDS = 0.4
/** ms */
const GOAL = 5

/** What is typed, and how many of a page of 20 it finds: a bench that finds nobody measures nothing. */
const searches = [
  { what: 'a word that many have', search: 'jansen', found: PAGE },
  { what: 'the next page of it', search: 'jansen', found: PAGE, next: true },
  { what: 'one that many have, late in the order', search: 'zoë', found: PAGE },
  { what: 'a word that one person has', search: 'zeldenrust', found: 1 },
  { what: 'a word that nobody has', search: 'qqqq', found: 0 },
  { what: 'two words with accents', search: 'özdemir chloë', found: 14 },
  { what: 'two letters that nobody has', search: 'qz', found: 0 },
] as const

/** User search over 50,000 people, on each engine; part of `npm run bench api`. */
export const userSearchRows = async (): Promise<BenchRow[]> => [...(await onSqlite()), ...(await onPostgres())]

async function onSqlite(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  try {
    return await rowsOn(`sqlite:${join(folder, 'app.db')}`, 'SQLite')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function onPostgres(): Promise<BenchRow[]> {
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  try {
    return await rowsOn(cluster.url('postgres'), 'PostgreSQL')
  } finally {
    await cluster.stop()
  }
}

async function rowsOn(url: string, engine: string): Promise<BenchRow[]> {
  const school = openDatabase(url, { timeout: 30_000 })
  await migrate(school)
  await seedSearchSchool(school, Date.now())
  // What PostgreSQL does by itself a minute later.
  await sql`analyze`.execute(school.kysely)
  await school.close()
  const subject = await startSearchSubject(url)
  try {
    return await measure(subject, engine)
  } finally {
    await subject.stop()
  }
}

async function measure(subject: SearchSubject, engine: string): Promise<BenchRow[]> {
  const everyone = pathOf(listUsers, { paging: PAGE })
  const asked = await Promise.all(searches.map((row) => prepare(subject, row)))
  await subject.ask(everyone, SECONDS)
  const references: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    references.push(await subject.ask(everyone, SECONDS))
    for (const { path, times } of asked) times.push(await subject.ask(path, SECONDS))
  }
  return asked.map(({ what, times }) => {
    const p50 = median(times)
    return {
      what: `user search of ${PEOPLE.toLocaleString('en')}: ${what}, ${engine}`,
      measured: `p50 ${p50.toFixed(2)} ms`,
      reference: `p50 ${median(references).toFixed(2)} ms the first page of all`,
      figure: p50.toFixed(2),
      goal: `≤ ${GOAL} ms`,
      reached: p50 <= GOAL,
    }
  })
}

async function prepare(subject: SearchSubject, row: (typeof searches)[number]) {
  const first = `${pathOf(listUsers, { paging: PAGE })}?${new URLSearchParams({ search: row.search })}`
  const path = 'next' in row ? (await subject.look(first)).next : first
  if (path === undefined) throw new Error(`'${row.search}' has no next page`)
  const { found } = await subject.look(path)
  if (found !== row.found) throw new Error(`'${row.search}' found ${found}, not ${row.found}`)
  return { what: row.what, path, times: [] as number[] }
}
