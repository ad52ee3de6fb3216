import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { listenOnManySockets } from '#server/connections.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'

let database: Database
beforeAll(() => {
  database = openDatabase('sqlite::memory:')
  return () => database.close()
})

let sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

const open = async () => {
  const { app } = await startTestApi(database, { alone: true })
  await listenOnManySockets(app, { host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const enter = () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    sockets.push(socket)
    return socket
  }
  return { app, enter }
}

const ask = async (socket: Socket) => {
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
  return String((await once(socket, 'data'))[0])
}

test('a client that was answered before may ask once more while the server closes, then must go', async () => {
  const { app, enter } = await open()
  const socket = enter()
  expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /)
  const closed = app.close()
  const last = await ask(socket)
  expect(last).toMatch(/^HTTP\/1\.1 200 /)
  expect(last).toMatch(/^connection: close/im)
  await closed
})

test('a crowd that stands outside when the server closes is let in and answered', async () => {
  const { app, enter } = await open()
  const answers = Array.from({ length: 40 }, () => ask(enter()))
  // The kernel has them; no turn has passed in which the server could let anybody in.
  const closed = app.close()
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  await closed
})

test('a client that keeps a connection without a word does not keep the server', async () => {
  const { app, enter } = await open()
  const socket = enter()
  await ask(socket)
  const ended = once(socket, 'close')
  await app.close()
  await ended
})

test('nor does who came in and has asked nothing yet, as browsers do to be early', async () => {
  const { app, enter } = await open()
  const silent = enter()
  const ended = once(silent, 'close')
  await once(silent, 'connect')
  await ask(enter())
  await app.close()
  await ended
})
