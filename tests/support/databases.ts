import { afterAll, describe, inject } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { pgbouncerEngine } from './pgbouncer-engine.ts'
import { postgresEngine } from './postgres-engine.ts'
import { sqliteEngine } from './sqlite-engine.ts'
import type { TestEngine } from './test-engine.ts'
import { underLoad } from './under-load.ts'

/**
 * Tests that run on a database. `open()` returns a fresh, migrated database, closed and removed after these tests. `urls` are
 * for a process or connection that the test opens and closes itself.
 */
export type DatabaseTests = (
  open: () => Promise<Database>,
  urls: Readonly<Record<'fresh' | 'empty', () => Promise<string>>>,
) => void

/** Timeout of the database (ms), shorter than the limit of a test. */
const TIMEOUT = underLoad(4_000)

/** Runs the same tests on SQLite and on PostgreSQL; without PostgreSQL its tests are reported as skipped. */
export function describeOnEachDatabase(name: string, tests: DatabaseTests): void {
  describeOnSqlite(name, tests)
  describeOnPostgres(name, tests, ['second-engine'])
}

/** Runs tests of what only SQLite does. They do not run in the project that goes through PgBouncer. */
export function describeOnSqlite(name: string, tests: DatabaseTests): void {
  if (!inject('pgbouncer')) describeOn(sqliteEngine, name, tests)
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** PostgreSQL tests of this file run only in the project that goes through PgBouncer */
    postgresElsewhere: boolean
  }
}

export function describeOnPostgres(name: string, tests: DatabaseTests, tags: string[] = []): void {
  if (inject('postgresElsewhere')) return
  const cluster = inject('postgres')
  const pooler = inject('pgbouncer')
  if (cluster && pooler) describeOn(pgbouncerEngine(postgresEngine(cluster), pooler), name, tests, tags)
  else if (cluster) describeOn(postgresEngine(cluster), name, tests, tags)
  else describe.skip(`${name} (PostgreSQL)`, () => tests(missing, { fresh: missing, empty: missing }))
}

const missing = () => Promise.reject(new Error('There is no PostgreSQL on this machine.'))

function describeOn(engine: TestEngine, name: string, tests: DatabaseTests, tags: string[] = []): void {
  describe(`${name} (${engine.name})`, { tags }, () => {
    const opened: Database[] = []
    const given: string[] = []

    const give = async (url: string) => {
      given.push(url)
      return url
    }
    const urls = {
      fresh: async () => give(await engine.freshUrl()),
      empty: async () => give(await engine.emptyUrl()),
    }
    const open = async () => {
      const url = await urls.fresh()
      const database = openDatabase(url, { timeout: TIMEOUT, listenUrl: engine.listenUrl(url) })
      opened.push(database)
      return database
    }

    afterAll(async () => {
      for (const database of opened) await database.close()
      for (const url of given) await engine.remove(url)
    })
    tests(open, urls)
  })
}
