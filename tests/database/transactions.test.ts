// @module-tag race
// @module-tag pooled
import { beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'
import { Program } from './support/program.ts'
import { validModule } from './support/rows.ts'

describeOnEachDatabase('a transaction', (open, urls) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
    await database.kysely
      .insertInto('module')
      .values([validModule, { ...validModule, name: 'ALG2' }])
      .execute()
  })

  const versions = async (of: Database = database) => {
    const rows = await of.kysely.selectFrom('module').select('version').orderBy('name').execute()
    return rows.map((row) => row.version)
  }

  const addOne = (name: string) =>
    database.transaction(async (trx) => {
      const { version } = await trx
        .selectFrom('module')
        .select('version')
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('module')
        .set({ version: version + 1 })
        .where('name', '=', name)
        .execute()
    })

  test('leaves nothing behind when its work fails', async () => {
    const failing = database.transaction(async (trx) => {
      await trx.updateTable('module').set({ version: 9 }).execute()
      throw new Error('halfway')
    })
    await expect(failing).rejects.toThrow('halfway')
    expect(await versions()).toEqual([1, 1])
  })

  test('commits nothing when the error of a statement was swallowed', async () => {
    const swallowing = database.transaction(async (trx) => {
      await trx.updateTable('module').set({ version: 9 }).execute()
      await trx
        .insertInto('module')
        .values(validModule)
        .execute()
        .catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('Nothing was committed')
    expect(await versions()).toEqual([1, 1])
  })

  test('waits for another that holds the row it locks', async () => {
    await halfway(database, {
      hold: (trx) => trx.selectFrom('module').select('id').where('name', '=', 'ALG1').forUpdate().execute(),
      first: () => addOne('ALG1'),
      second: () => addOne('ALG1'),
    })
    expect(await versions()).toEqual([3, 1])
  })

  test('is one after the other across processes too', async () => {
    const url = await urls.fresh()
    const shared = openDatabase(url)
    await shared.kysely.insertInto('module').values(validModule).execute()
    const programs = [new Program('count-up', url), new Program('count-up', url)]
    for (const program of programs) expect(await program.nextLine()).toBe('ready')
    for (const program of programs) program.goOn()
    expect(await Promise.all(programs.map((program) => program.end()))).toEqual([0, 0])
    expect(await versions(shared)).toEqual([401])
    await shared.close()
  })

  test('runs again after a deadlock', async () => {
    const touchBoth = (first: string, second: string) =>
      database.transaction(async (trx) => {
        const touch = (name: string) =>
          trx
            .updateTable('module')
            .set((eb) => ({ version: eb('version', '+', 1) }))
            .where('name', '=', name)
            .execute()
        await touch(first)
        await bothHoldOne()
        await touch(second)
      })
    // On SQLite there is never a second that holds anything.
    const both = Promise.withResolvers<void>()
    let holding = 0
    const bothHoldOne = async () => {
      holding += 1
      if (holding === 2 || !database.isRemote) both.resolve()
      await both.promise
    }
    await Promise.all([touchBoth('ALG1', 'ALG2'), touchBoth('ALG2', 'ALG1')])
    expect(await versions()).toEqual([3, 3])
  })

  test('takes the locks that PostgreSQL knows by name', async () => {
    const locked = await database.transaction(async (trx) => [
      await trx.selectFrom('module').select('name').orderBy('name').forUpdate().skipLocked().execute(),
      await trx.selectFrom('module').select('name').orderBy('name').forShare().execute(),
      await trx.selectFrom('module').select('name').orderBy('name').forNoKeyUpdate().noWait().execute(),
    ])
    const both = [{ name: 'ALG1' }, { name: 'ALG2' }]
    expect(locked).toEqual([both, both, both])
  })
})
