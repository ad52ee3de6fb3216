import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { scratchFolder } from './scratch-folder.ts'
import type { TestEngine } from './test-engine.ts'

const SCHEME = 'sqlite:'

const emptyUrl = async () => `${SCHEME}${join(scratchFolder(), 'app.db')}`

/** A file, as in the product: what an in-memory database never does (locks, syncs) is part of what is tested. */
export const sqliteEngine: TestEngine = {
  name: 'SQLite',
  emptyUrl,
  freshUrl: async () => {
    const url = await emptyUrl()
    const database = openDatabase(url)
    await migrate(database)
    await database.close()
    return url
  },
  remove: async (url) => rmSync(dirname(url.slice(SCHEME.length)), { recursive: true, force: true }),
  listenUrl: (url) => url,
}
