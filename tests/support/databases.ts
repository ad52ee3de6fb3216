import { afterAll, describe, inject } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { pgbouncerEngine } from './pgbouncer-engine.ts'
import { postgresEngine } from './postgres-engine.ts'
import { sqliteEngine } from './sqlite-engine.ts'
import type { TestEngine } from './test-engine.ts'

/**
 * `open()` gives a fresh, migrated database, closed and removed when these tests are over. `urls` are for a process or
 * a connection that the test opens, and closes, itself.
 */
export type DatabaseTests = (
  open: () => Promise<Database>,
  urls: Readonly<Record<'fresh' | 'empty', () => Promise<string>>>,
) => void

/** A machine under load is slow, not unavailable. Shorter than a test's own time limit. */
const TIMEOUT = 4_000

/** Runs the same tests on SQLite and on PostgreSQL; without PostgreSQL its tests are reported as skipped. */
export function describeOnEachDatabase(name: string, tests: DatabaseTests): void {
  describeOnSqlite(name, tests)
  describeOnPostgres(name, tests)
}

/** For what only SQLite can do, or suffer. Not in the project that goes through PgBouncer. */
export function describeOnSqlite(name: string, tests: DatabaseTests): void {
  if (!inject('pgbouncer')) describeOn(sqliteEngine, name, tests)
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** this file also runs in the project that goes through PgBouncer, and there alone on PostgreSQL */
    postgresElsewhere: boolean
  }
}

/** For what only PostgreSQL can do, or suffer. */
export function describeOnPostgres(name: string, tests: DatabaseTests): void {
  if (inject('postgresElsewhere')) return
  const cluster = inject('postgres')
  const pooler = inject('pgbouncer')
  if (cluster && pooler) describeOn(pgbouncerEngine(postgresEngine(cluster), pooler), name, tests)
  else if (cluster) describeOn(postgresEngine(cluster), name, tests)
  else describe.skip(`${name} (PostgreSQL)`, () => tests(missing, { fresh: missing, empty: missing }))
}

const missing = () => Promise.reject(new Error('There is no PostgreSQL on this machine.'))

function describeOn(engine: TestEngine, name: string, tests: DatabaseTests): void {
  describe(`${name} (${engine.name})`, () => {
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
