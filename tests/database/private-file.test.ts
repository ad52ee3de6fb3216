import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

test('a school in a file is read by its owner alone, and so is what stands beside it while it is open', async () => {
  const folder = scratchFolder()
  const database = openDatabase(`sqlite:${join(folder, 'app.db')}`)
  await migrate(database)
  const files = readdirSync(folder).filter((name) => name.startsWith('app.db'))
  expect(files.toSorted()).toEqual(['app.db', 'app.db-shm', 'app.db-wal'])
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
  await database.close()
})
