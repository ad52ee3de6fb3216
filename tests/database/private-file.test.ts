import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { findable } from '#domain/users/search.rules.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

test('the file of a school, and the files beside it while it is open, can be read by its owner only', async () => {
  const folder = scratchFolder()
  const database = openDatabase(`sqlite:${join(folder, 'app.db')}`)
  await migrate(database)
  const files = readdirSync(folder).filter((name) => name.startsWith('app.db'))
  expect(files.toSorted()).toEqual(['app.db', 'app.db-shm', 'app.db-wal'])
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
  await database.close()
})

test('deleted users, and earlier names, cannot be read back from it', async () => {
  const file = join(scratchFolder(), 'app.db')
  const database = openDatabase(`sqlite:${file}`)
  await migrate(database)
  const called = (first_name: string) =>
    findable({ username: `${first_name.toLowerCase()}@school.test`, first_name, last_name: 'Zqx' })
  const created_at = '2026-03-01T09:00:00.000Z'
  const people = Array.from({ length: 50 }, (_, n) => ({
    ...called(`Zqxeerst${n}`),
    roles: 'ROLE_STUDENT',
    created_at,
  }))
  await database.kysely.insertInto('user').values(people).execute()
  for (const { username } of people)
    await database.kysely
      .updateTable('user')
      .set(called(username.replace('zqxeerst', 'Zqxlater').replace('@school.test', '')))
      .where('username', '=', username)
      .execute()
  await database.kysely.deleteFrom('user').execute()
  await database.close()
  expect(readFileSync(file, 'latin1').match(/zqx.{0,20}/gi)).toBeNull()
})
