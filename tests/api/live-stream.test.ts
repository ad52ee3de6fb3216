// @module-tag pooled
// @module-tag engine
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { Registry } from 'prom-client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { LiveStream } from '#api-server/platform/live/open-streams.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { listen, openLive } from './support/live-connection.ts'

describeOnEachDatabase('a connection to GET /live', (open) => {
  const { database, school, api } = openStage(open, { server: 'own' })
  let origin: string
  beforeEach(async () => {
    origin = await listen(api)
  })

  const tokenOf = async (name: 'sam' | 'noor' | 'teacher') => (await api.logIn(`${name}@school.test`)).token
  const connect = async (name: 'sam' | 'noor' | 'teacher') => openLive(origin, { token: await tokenOf(name) })
  /** An event for everyone, so that earlier events have arrived by then, or never will. */
  const sayLast = () => announce(database.kysely, [{ event: 'schoolyearEdited' }])

  test('ends when the login is ended, and others go on', async () => {
    const { token, refresh_token } = await api.logIn('sam@school.test')
    const [here, elsewhere] = [await openLive(origin, { token }), await connect('sam')]
    await api.ask('POST /token/invalidate', { body: { refresh_token } })
    await here.ended()
    await sayLast()
    expect(await elsewhere.received(1)).toMatchObject([{ name: 'schoolyearEdited' }])
  })

  test('ends when the account is changed by a teacher who revokes its logins', async () => {
    const sam = await connect('sam')
    await database.transaction(async (trx) => {
      await trx.updateTable('user').set({ token_version: 2 }).where('id', '=', school.users.sam).execute()
      await announce(trx, [{ event: 'userEdited', user_id: school.users.sam }])
    })
    await sam.ended()
  })

  test('ends when its token does, to be opened again at once with a new one', async () => {
    const sam = await connect('sam')
    api.clock.now += 15 * 60_000
    expect(await sam.ended()).toBe(0)
  })

  test('the 21st connection of one account ends the oldest', async () => {
    const token = await tokenOf('sam')
    const first = await openLive(origin, { token, agent: false })
    for (let n = 0; n < 20; n++) await openLive(origin, { token, agent: false })
    expect(await first.ended()).toBe(60_000)
  })

  test.for([1, 2])('one account that opens 30 streams at once, in %i processes, keeps 20', async (processes) => {
    const config = readConfig({ DATA_DIR: temporaryFolder() })
    const gate = Promise.withResolvers<void>()
    /** Nobody gets a place before all have come as far as waiting for one. */
    const held: Database = {
      ...database,
      listen: (listener) => {
        const listening = gate.promise.then(() => database.listen(listener))
        return async () => (await listening)()
      },
    }
    const registries = Array.from({ length: processes }, () => new Registry())
    const servers = await Promise.all(
      registries.map(async (registry) => startTestApi(held, { alone: true, config, registry })),
    )
    const origins = await Promise.all(servers.map(listen))
    const token = (await servers[0]?.logIn('sam@school.test'))?.token ?? ''
    let asked = 0
    for (const { app } of servers)
      app.server.on('request', () => {
        asked += 1
      })
    const opening = Array.from({ length: 30 }, (_, n) =>
      openLive(origins[n % processes] ?? '', { token, agent: false }),
    )
    await eventually(() => expect(asked).toBe(30))
    gate.resolve()
    const live = await Promise.all(opening)
    const open = async () => {
      const pages = await Promise.all(registries.map((registry) => registry.metrics()))
      return pages.map((page) => Number(/^live_streams (\d+)$/m.exec(page)?.[1])).reduce((one, two) => one + two)
    }
    await eventually(async () => expect(await open()).toBe(20))
    await eventually(() => expect(live.filter(({ response }) => response.complete)).toHaveLength(10))
    // A place that comes free is had by another, wherever.
    for (const one of live) one.close()
    await eventually(async () => expect(await open()).toBe(0))
    // An event that the other process has not received yet is older than the next one.
    for (const { clock } of servers) clock.now += 1_000
    await Promise.all(Array.from({ length: 20 }, () => openLive(origins.at(-1) ?? '', { token, agent: false })))
    await eventually(async () => expect(await open()).toBe(20))
  })

  test('is ended first when the server closes, which then waits for nobody', async () => {
    const sam = await connect('sam')
    const closing = api.app.close()
    expect(await sam.ended()).toBe(1_000)
    await closing
  })

  test('counts as no work: a server that takes one request at a time takes others meanwhile', async () => {
    const busy = await startTestApi(database, { load: { limits: { inFlight: 1, lag: 10_000 } } })
    const { token } = await busy.logIn('sam@school.test')
    await openLive(await listen(busy), { token })
    expect((await busy.ask('GET /user', { token })).status).toBe(200)
  })
})

const reader = { userId: 1, sessionId: 1, tokenVersion: 1, generation: 0, isAdmin: false, until: 0 }
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A connection between a stream and a client that reads, or does not. */
async function connected(reads: boolean) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const asked = get({ host: '127.0.0.1', port, agent: false }).on('error', () => undefined)
  const [, response] = await once(server, 'request')
  response.flushHeaders()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  answer?.on('error', () => undefined)
  if (reads) answer?.resume()
  else answer?.pause()
  return { stream: new LiveStream(reader, response, 0), response }
}

test('a client that does not read is let go, once the system keeps no more for it', async () => {
  const { stream, response } = await connected(false)
  const frame = `: ${'x'.repeat(8_000)}\n\n`
  for (let written = 0; written < 4_000 && !response.destroyed; written++) {
    stream.write(frame)
    await nextTurn()
  }
  expect(response.destroyed).toBe(true)
})

test('a client that reads gets as many events as there are', async () => {
  const { stream, response } = await connected(true)
  for (let written = 0; written < 2_000; written++) {
    stream.write(`: ${'x'.repeat(1_000)}\n\n`)
    await nextTurn()
  }
  expect(response.destroyed).toBe(false)
})

test('what is sent after the end reaches nobody, and fails nothing', async () => {
  const { stream, response } = await connected(true)
  stream.end(1_000)
  stream.write(': late\n\n')
  stream.end(1_000)
  await once(response, 'close')
})
