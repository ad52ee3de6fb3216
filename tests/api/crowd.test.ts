import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { listenOnManySockets } from '#server/connections.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { sendRaw } from './support/raw-connection.ts'

let database: Database
beforeAll(() => {
  database = openDatabase('sqlite::memory:')
  return () => database.close()
})

const CROWD = 80

const listen = async (sockets?: number) => {
  const { app } = await startTestApi(database)
  await listenOnManySockets(app, { host: '127.0.0.1', port: 0, ...(sockets && { sockets }) })
  const address = app.server.address()
  return { app, port: address !== null && typeof address === 'object' ? address.port : 0 }
}

/** Number of turns of the event loop until everyone who waits outside is let in. */
const turnsToEnter = async (sockets?: number) => {
  const { app, port } = await listen(sockets)
  let entered = 0
  app.server.on('connection', () => {
    entered += 1
  })
  const crowd: Socket[] = Array.from({ length: CROWD }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  let turns = 0
  for (; entered < CROWD; turns++) await turn()
  for (const socket of crowd) socket.destroy()
  return turns
}

test('a crowd is let in within few turns, through several sockets', async () => {
  expect(await turnsToEnter(1)).toBeGreaterThanOrEqual(CROWD)
  expect(await turnsToEnter()).toBeLessThan(CROWD / 2)
})

test('a client that connects through any socket is answered', async () => {
  const { port } = await listen()
  const asked = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answers = await Promise.all(Array.from({ length: 24 }, () => sendRaw(`http://127.0.0.1:${port}`, asked)))
  expect(answers.map(({ statuses }) => statuses)).toEqual(Array(24).fill([200]))
})

test('a client that connected through another socket than the first is waited for when the server closes', async () => {
  const { app, port } = await listen()
  const socket = await enterByAnother(app.server, port)
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  while (await canEnter(port)) await turn()
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(isClosed).toBe(false)
  socket.write('{}')
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 400 /)
  await closed
})

/** Half a request, on a connection that the first door does not count. */
async function enterByAnother(first: Server, port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    socket.write('POST /api/v1/token/refresh HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n')
    socket.write('Content-Type: application/json\r\nContent-Length: 2\r\n\r\n')
    await once(socket, 'data')
    if ((await countIn(first)) === 0) return socket
    socket.destroy()
    while ((await countIn(first)) > 0) await turn()
  }
}

const countIn = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

const canEnter = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  const entered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return entered
}

test('a port that another process has is refused, though it too lets others in', async () => {
  const other = createServer().listen({ host: '127.0.0.1', port: 0, reusePort: true })
  await once(other, 'listening')
  const address = other.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const { app } = await startTestApi(database)
  await expect(listenOnManySockets(app, { host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  other.close()
})
