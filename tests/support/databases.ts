import { afterAll, describe, inject } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { postgresEngine } from './postgres-engine.ts'
import { sqliteEngine } from './sqlite-engine.ts'
import type { TestEngine } from './test-engine.ts'

/** A machine under load is slow, not unavailable. Shorter than a test's own time limit. */
const PATIENCE = 4_000

/**
 * Runs the same tests on SQLite and on PostgreSQL. `open()` gives a fresh, migrated database, closed when these tests
 * are over; `freshUrl()` one for a process or a connection that the test opens (and closes) itself. Without PostgreSQL
 * its tests are reported as skipped.
 */
export function describeOnEachDatabase(
  name: string,
  tests: (open: () => Promise<Database>, freshUrl: () => Promise<string>) => void,
): void {
  const postgres = inject('postgres')
  describeOn(sqliteEngine(), name, tests)
  if (postgres) describeOn(postgresEngine(postgres), name, tests)
  else describe.skip(`${name} (PostgreSQL)`, () => tests(neverOpened, neverOpened))
}

function describeOn(engine: TestEngine, name: string, tests: Parameters<typeof describeOnEachDatabase>[1]): void {
  describe(`${name} (${engine.name})`, () => {
    const opened: Database[] = []
    const urls: string[] = []

    const freshUrl = async () => {
      const url = await engine.freshUrl()
      urls.push(url)
      return url
    }
    const open = async () => {
      const database = openDatabase(await freshUrl(), { patience: PATIENCE })
      opened.push(database)
      return database
    }

    afterAll(async () => {
      for (const database of opened) await database.close()
      for (const url of urls) await engine.remove(url)
    })
    tests(open, freshUrl)
  })
}

const neverOpened = () => Promise.reject(new Error('There is no PostgreSQL on this machine.'))
