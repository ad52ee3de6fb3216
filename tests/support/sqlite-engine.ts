import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import type { TestEngine } from './test-engine.ts'

/** A file, as in the product: what an in-memory database never does (locks, syncs) is part of what is tested. */
export function sqliteEngine(): TestEngine {
  return {
    name: 'SQLite',
    freshUrl: async () => {
      const url = `sqlite:${join(mkdtempSync(join(tmpdir(), 'wiskunde-sqlite-')), 'app.db')}`
      const database = openDatabase(url)
      await migrate(database)
      await database.close()
      return url
    },
    remove: async (url) => rmSync(dirname(url.slice('sqlite:'.length)), { recursive: true, force: true }),
  }
}
