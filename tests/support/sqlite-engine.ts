import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { scratchFolder } from './scratch-folder.ts'
import type { TestEngine } from './test-engine.ts'

const SCHEME = 'sqlite:'

const fileOf = (url: string) => url.slice(SCHEME.length)
const emptyUrl = async () => `${SCHEME}${join(scratchFolder(), 'app.db')}`
const remove = async (url: string) => rmSync(dirname(fileOf(url)), { recursive: true, force: true })

/** Migrated database, made once a process: writing a copy takes a hundredth of the time of migrating. */
let migrated: Promise<Buffer> | undefined

async function migratedFile(): Promise<Buffer> {
  const url = await emptyUrl()
  const database = openDatabase(url)
  await migrate(database)
  await database.close()
  const bytes = readFileSync(fileOf(url))
  await remove(url)
  return bytes
}

/** Databases in files, as in the product: an in-memory database has no locks or syncs, which are tested too. */
export const sqliteEngine: TestEngine = {
  name: 'SQLite',
  emptyUrl,
  freshUrl: async () => {
    const url = await emptyUrl()
    migrated ??= migratedFile()
    writeFileSync(fileOf(url), await migrated, { mode: 0o600 })
    return url
  },
  remove,
  listenUrl: (url) => url,
}
