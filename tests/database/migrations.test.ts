// @module-tag race
// @module-tag pooled
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verify } from '@node-rs/argon2'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { readConfig } from '#server/config.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { prepareDatabase, readDemoAccounts } from '../../scripts/product/prepare-database.ts'
import { validModule } from './support/rows.ts'

/** Names of all migration files, so that a file that was never registered in `migrate.ts` is noticed. */
const folder = fileURLToPath(new URL('../../database/migrations/', import.meta.url))
const steps = readdirSync(folder)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => basename(file, '.ts'))
  .sort()

describeOnEachDatabase('migrating', (open, urls) => {
  test('a second time changes nothing', async () => {
    const database = await open()
    await database.kysely.insertInto('module').values(validModule).execute()
    await migrate(database)
    expect(await database.kysely.selectFrom('module').select('name').execute()).toEqual([{ name: 'ALG1' }])
  })

  /** Starts the product twice at once. On PostgreSQL both wait for the same `lock`, so that they surely overlap. */
  const startTwice = async (url: string, lock: string) => {
    const database = openDatabase(url)
    const config = readConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: url, DEMO: '1' })
    const start = () => prepareDatabase(config)
    await halfway(database, {
      hold: async (trx) => database.isRemote && trx.executeQuery(CompiledQuery.raw(lock)),
      first: start,
      second: start,
    })
    const users = await database.kysely.selectFrom('user').select(['username', 'password_hash']).execute()
    const ran = await database.kysely.executeQuery<{ name: string }>(
      CompiledQuery.raw('select name from kysely_migration order by name'),
    )
    await database.close()
    const [, password = ''] = /wachtwoord (\S+):/.exec(readDemoAccounts(config.dataDir)) ?? []
    return { users, password, ran: ran.rows.map(({ name }) => name) }
  }

  test('makes the tables once when two processes start for the first time at once, and both start', async () => {
    const { ran } = await startTwice(await urls.empty(), 'lock table pg_class in share mode')
    expect(ran).toEqual(steps)
  })

  test('two processes that start at once make one demo school, with the password in the file', async () => {
    const { users, password } = await startTwice(
      await urls.fresh(),
      'lock table schoolyear in share row exclusive mode',
    )
    expect(new Set(users.map(({ username }) => username)).size).toBe(users.length)
    expect(await verify(users.find(({ password_hash }) => password_hash)?.password_hash ?? '', password)).toBe(true)
  })

  test('refuses a database from before the first release with an error of one line, and does not change it', async () => {
    const url = await urls.empty()
    const database = openDatabase(url)
    for (const statement of [
      'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
      `insert into kysely_migration values ('0001-school', '2026-01-01T00:00:00.000Z'), ('0002-users-and-sessions', '2026-01-01T00:00:00.000Z')`,
      'create table module (name text)',
    ])
      await database.kysely.executeQuery(CompiledQuery.raw(statement))
    const config = readConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: url, DEMO: '1' })
    await expect(prepareDatabase(config)).rejects.toThrow(/^This database was made before the first release .*$/)
    const tables = await database.kysely.introspection.getTables({ withInternalKyselyTables: true })
    expect(tables.map(({ name }) => name).sort()).toEqual(['kysely_migration', 'module'])
    await database.close()
  })

  test('refuses a database of a later version than the program', async () => {
    const database = await open()
    const now = new Date().toISOString()
    await database.kysely.executeQuery(
      CompiledQuery.raw(`insert into kysely_migration (name, timestamp) values ('9999-later', '${now}')`),
    )
    await expect(migrate(database)).rejects.toThrow('9999-later')
  })
})
