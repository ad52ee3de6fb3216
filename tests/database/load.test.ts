import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { describeOnPostgres, describeOnSqlite } from '#tests/support/databases.ts'
import { Program } from './support/program.ts'
import { validModule } from './support/rows.ts'

describeOnPostgres('what a process reports of its pool', (open) => {
  test('is who has a connection, who does not, and who waits for one', async () => {
    const database = await open()
    const gate = Promise.withResolvers<void>()
    const inside: Promise<void>[] = []
    const busy = Array.from({ length: 12 }, () => {
      const came = Promise.withResolvers<void>()
      inside.push(came.promise)
      return database.kysely.connection().execute(async () => {
        came.resolve()
        await gate.promise
      })
    })
    await Promise.all(inside.slice(0, 10))
    expect(database.load()).toEqual({ engine: 'postgres', inUse: 10, idle: 0, waiting: 2 })
    gate.resolve()
    await Promise.all(busy)
    expect(database.load()).toEqual({ engine: 'postgres', inUse: 0, idle: 10, waiting: 0 })
  })
})

describeOnSqlite('what a process reports of its file', (_, urls) => {
  test('is how often it waited for another process, and how long', async () => {
    const url = await urls.fresh()
    const database = openDatabase(url, { timeout: 10_000 })
    onTestFinished(() => database.close())
    await database.kysely.insertInto('module').values(validModule).execute()
    expect(database.load()).toEqual({ engine: 'sqlite', busyWaits: 0, busyMs: 0 })
    const holder = new Program('hold-lock', url)
    expect(await holder.nextLine()).toBe('holding')
    const writing = database.transaction((trx) => trx.updateTable('module').set({ version: 2 }).execute())
    // Its first try has failed once this process can do something else again.
    await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    holder.goOn()
    await writing
    expect(await holder.end()).toBe(0)
    expect(database.load()).toEqual({
      engine: 'sqlite',
      busyWaits: 1,
      busyMs: expect.toSatisfy((ms: number) => ms > 0),
    })
  })
})
