import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { Program } from './support/program.ts'
import { validModule } from './support/rows.ts'

/** Each file is a step, so one that was never registered is missed here. */
const folder = fileURLToPath(new URL('../../database/migrations/', import.meta.url))
const steps = readdirSync(folder)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => basename(file, '.ts'))
  .sort()

describeOnEachDatabase('migrating', (open, urls) => {
  test('again changes nothing', async () => {
    const database = await open()
    await database.kysely.insertInto('module').values(validModule).execute()
    await migrate(database)
    expect(await database.kysely.selectFrom('module').select('name').execute()).toEqual([{ name: 'ALG1' }])
  })

  test('by three processes at once lays the tables once, and lets all three start', async () => {
    const url = await urls.empty()
    const programs = [1, 2, 3].map(() => new Program('migrate', url))
    expect(await Promise.all(programs.map((program) => program.end()))).toEqual([0, 0, 0])
    const database = openDatabase(url)
    const ran = await database.kysely.executeQuery<{ name: string }>(
      CompiledQuery.raw('select name from kysely_migration order by name'),
    )
    expect(ran.rows.map((row) => row.name)).toEqual(steps)
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
