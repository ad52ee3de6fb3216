// @module-tag pooled
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { describeOnEachDatabase, describeOnPostgres, describeOnSqlite } from '#tests/support/databases.ts'
import { Program } from './support/program.ts'
import { validModule } from './support/rows.ts'

const unavailableTo = (database: Database) => (error: unknown) => database.isUnavailable(error)

describeOnEachDatabase('a row that another process holds', (open, urls) => {
  let shared: Database
  let other: Database
  let holder: Program
  beforeEach(async () => {
    const url = await urls.fresh()
    shared = openDatabase(url, { timeout: 600 })
    other = await open()
    await shared.kysely.insertInto('module').values(validModule).execute()
    holder = new Program('hold-lock', url)
    expect(await holder.nextLine()).toBe('holding')
  })
  afterEach(async () => {
    holder.kill()
    await holder.end()
    await shared.close()
  })

  const write = () => shared.transaction((trx) => trx.updateTable('module').set({ version: 2 }).execute())

  test('is waited for, while this process does other work', async () => {
    const writing = write()
    for (let answer = 0; answer < 5; answer++) {
      await other.ping()
      await new Promise(setImmediate)
    }
    holder.goOn()
    await writing
    expect(await shared.kysely.selectFrom('module').select('version').execute()).toEqual([{ version: 2 }])
  })

  test('is not waited for without end', async () => {
    await expect(write()).rejects.toSatisfy(unavailableTo(shared))
    holder.goOn()
    expect(await holder.end()).toBe(0)
    await write()
  })
})

describeOnSqlite('a lock that another process keeps', (_, urls) => {
  test('is waited for once, not by each in turn, and had again when it is free', async () => {
    const url = await urls.fresh()
    const database = openDatabase(url, { timeout: 300 })
    await database.kysely.insertInto('module').values(validModule).execute()
    const holder = new Program('hold-lock', url)
    expect(await holder.nextLine()).toBe('holding')
    const write = () => database.transaction((trx) => trx.updateTable('module').set({ version: 2 }).execute())
    const writing = Array.from({ length: 60 }, write)
    const reading = database.ping()
    for (const { status } of await Promise.allSettled(writing)) expect(status).toBe('rejected')
    await reading
    holder.goOn()
    expect(await holder.end()).toBe(0)
    await write()
    await database.close()
  }, 10_000) // One after the other they would wait for 18 s.
})

describeOnSqlite('a full disk', (open) => {
  test('makes the database unavailable, keeps what there was, and heals', async () => {
    const database = await open()
    const { kysely } = database
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(kysely)
    await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(kysely)
    const description = 'x'.repeat(100_000)
    const write = () =>
      database.transaction((trx) =>
        trx
          .insertInto('module')
          .values({ ...validModule, description })
          .execute(),
      )
    await expect(write()).rejects.toSatisfy(unavailableTo(database))
    expect(await kysely.selectFrom('module').selectAll().execute()).toEqual([])
    await sql.raw('pragma max_page_count = 1000000').execute(kysely)
    await write()
  })
})

describeOnPostgres('a server', (_, urls) => {
  test('that ends our connections is unavailable for a moment, and is found again', async () => {
    const database = openDatabase(await urls.fresh(), { timeout: 4_000 })
    const ended = database.transaction(async (trx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    await expect(ended).rejects.toSatisfy(unavailableTo(database))
    await database.ping()
    await database.close()
  })

  test('with more queries than connections is unavailable to a caller that waits too long', async () => {
    const database = openDatabase(await urls.fresh(), { timeout: 1_000 })
    const release = Promise.withResolvers<void>()
    const holding = Array.from({ length: 10 }, () => database.transaction(() => release.promise))
    await expect(database.ping()).rejects.toSatisfy(unavailableTo(database))
    release.resolve()
    await Promise.all(holding)
    await database.ping()
    await database.close()
  })

  test('that is too slow for one question answers the next', async () => {
    const database = openDatabase(await urls.fresh(), { timeout: 1_000 })
    const slow = sql`select pg_sleep(5)`.execute(database.kysely)
    await expect(slow).rejects.toSatisfy(unavailableTo(database))
    const slowInside = database.transaction((trx) => sql`select pg_sleep(5)`.execute(trx))
    await expect(slowInside).rejects.toSatisfy(unavailableTo(database))
    await Promise.all(Array.from({ length: 10 }, () => database.ping()))
    await database.close()
  })
})

describe('an address', () => {
  let server: Server
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  const listen = async () => {
    server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return openDatabase(`postgres://postgres@127.0.0.1:${address.port}/school`, { timeout: 200 })
  }

  test('at which nobody listens is an unavailable database', async () => {
    const database = await listen()
    server.close()
    await expect(database.ping()).rejects.toSatisfy(unavailableTo(database))
  })

  test('at which nobody answers is an unavailable database', async () => {
    const database = await listen()
    await expect(database.ping()).rejects.toSatisfy(unavailableTo(database))
  })

  test('with several numbers, at none of which anybody listens, is an unavailable database', async () => {
    const database = await listen()
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(new AggregateError([refused, refused])).toSatisfy(unavailableTo(database))
  })

  test('of neither engine is refused at once', () => {
    expect(() => openDatabase('mysql://localhost')).toThrow('DATABASE_URL')
    server = createServer()
  })
})

describeOnEachDatabase('an error of our own', (open) => {
  test('is neither unavailable nor a duplicate', async () => {
    const database = await open()
    for (const error of [new Error('busy'), new TypeError('no'), 'text', undefined]) {
      expect(database.unavailableBy(error)).toBeUndefined()
      expect(database.isUniqueViolation(error)).toBe(false)
    }
  })

  test('is that of tables that are not there, as where nobody migrated', async () => {
    const database = await open()
    for (const query of [sql`select gone from nowhere`, sql`select gone from module`]) {
      const error = await query.execute(database.kysely).catch((error: unknown) => error)
      expect(database.unavailableBy(error)).toBe('tables-missing')
    }
  })
})
