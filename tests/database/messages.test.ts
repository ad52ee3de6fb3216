import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announce } from '#database/changes/announce.ts'
import { type Change, messageChanges } from '#database/changes/change.ts'
import { listenToChanges } from '#database/changes/listen-to-changes.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { validModule } from './support/rows.ts'

const moment = (id: number): Change => ({ event: 'testmomentEdited', id })

function ear() {
  const received: Change[] = []
  let missed = 0
  return {
    received,
    missed: () => missed,
    listener: {
      changed: (changes: Change[]) => received.push(...changes),
      missed: () => {
        missed += 1
      },
    },
  }
}

let stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops) await stop()
  stops = []
})

async function listening(database: Database, options = {}) {
  const { listener, ...announced } = ear()
  const { ready, stop } = listenToChanges(database, listener, options)
  stops.push(stop)
  await ready
  return announced
}

describeOnEachDatabase('a change that is announced', (open) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })

  test('is received once its transaction is committed, in order', async () => {
    const { received } = await listening(database)
    const first = database.isRemote ? [moment(9)] : []
    await database.transaction(async (trx) => {
      await announce(trx, [moment(1)])
      await announce(trx, [{ event: 'schoolyearEdited' }])
      // SQLite has one writer, and delivers within the process; on PostgreSQL the message of another goes first.
      if (database.isRemote) await announce(database.kysely, [moment(9)])
      await eventually(() => expect(received).toEqual(first))
    })
    await eventually(() => expect(received).toEqual([...first, moment(1), { event: 'schoolyearEdited' }]))
  })

  test('is not received when the transaction fails, even if the next one succeeds', async () => {
    const { received } = await listening(database)
    const failing = database.transaction(async (trx) => {
      await announce(trx, [moment(1)])
      await trx.insertInto('module').values([validModule, validModule]).execute()
    })
    await expect(failing).rejects.toThrow()
    await database.transaction((trx) => announce(trx, [moment(2)]))
    await eventually(() => expect(received).toEqual([moment(2)]))
  })

  test('outside of a transaction is received too', async () => {
    const { received } = await listening(database)
    await announce(database.kysely, [moment(3)])
    await eventually(() => expect(received).toEqual([moment(3)]))
  })

  test('with a thousand others is received whole', async () => {
    const { received } = await listening(database)
    const changes = Array.from(
      { length: 1_000 },
      (_, id): Change => ({ event: 'enrollmentsChanged', user_id: id, testmoment_ids: [1, 2] }),
    )
    await announce(database.kysely, changes)
    await eventually(() => expect(received).toEqual(changes))
  })

  test('about a message to thousands is received whole, and once by administrators', async () => {
    const { received } = await listening(database)
    const ids = Array.from({ length: 5_000 }, (_, n) => 2_147_483_647 - n)
    await announce(database.kysely, [moment(1), ...messageChanges(ids, 7), moment(2)])
    await eventually(() => expect(received.at(-1)).toEqual(moment(2)))
    const notified = received.flatMap((change) => (change.event === 'messagesChanged' ? [change] : []))
    expect(notified.flatMap(({ user_ids }) => user_ids)).toEqual(ids)
    expect(notified.filter(({ id }) => id !== undefined)).toMatchObject([{ id: 7 }])
  })

  test('is not received after listening was stopped', async () => {
    const [here, gone] = [await listening(database), await listening(database)]
    await stops.pop()?.()
    await announce(database.kysely, [moment(4)])
    await eventually(() => expect(here.received).toHaveLength(1))
    expect(gone.received).toEqual([])
  })
})

describeOnPostgres('a process that listens', (_, urls) => {
  const opened: Database[] = []
  const connect = (url: string, options = {}) => {
    const database = openDatabase(url, { timeout: 4_000, ...options })
    opened.push(database)
    return database
  }
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })

  test('receives what another one announced', async () => {
    const url = await urls.fresh()
    const { received } = await listening(connect(url))
    await connect(url).transaction((trx) => announce(trx, [moment(1)]))
    await eventually(() => expect(received).toEqual([moment(1)]))
  })

  test('whose connection is cut reports that it may have missed something, and receives again', async () => {
    const database = connect(await urls.fresh())
    const { received, missed } = await listening(database)
    const before = missed()
    await cutListeners(database)
    await eventually(() => expect(missed()).toBeGreaterThan(before))
    await eventually(async () => {
      await announce(database.kysely, [moment(2)])
      expect(received).toContainEqual(moment(2))
    })
  })

  test('that receives nothing, as behind a pooler, looks for itself at what administrators change', async () => {
    const [url, elsewhere] = [await urls.fresh(), await urls.fresh()]
    const database = connect(url, { listenUrl: elsewhere })
    const { received, missed } = await listening(database, { probeTimeout: 50 })
    const before = missed()
    await database.kysely
      .insertInto('audit')
      .values({
        at: '2026-03-10T09:00:00.000Z',
        action: 'opened',
        resource: 'testmoment',
        resource_id: 1,
        fields: '[]',
      })
      .execute()
    await eventually(() => expect(missed()).toBeGreaterThan(before))
    expect(received).toEqual([])
  })

  test('that finds no database looks on', async () => {
    const database = connect(await urls.fresh(), { listenUrl: 'postgres://127.0.0.1:1/nowhere' })
    const { missed } = await listening(database, { probeTimeout: 50 })
    expect(missed()).toBe(0)
  })
})

async function cutListeners({ kysely }: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen app_event' and datname = current_database()`.execute(kysely)
}
