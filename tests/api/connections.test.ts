import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import type { ConnectionLimits } from '#server/connections.ts'
import { limitPipelining } from '#server/strict-requests.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sendRaw } from './support/raw-connection.ts'

/** Over real connections: what never becomes a request is answered below all routes. */
let database: Database
beforeAll(() => {
  database = openDatabase('sqlite::memory:')
  return () => database.close()
})

const listen = async (connections: Partial<ConnectionLimits> = {}) => {
  const { app } = await startTestApi(database, { connections })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const GET = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n'
const POST = 'POST /api/v1/login_check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.for<[what: string, bytes: string]>([
  ['never begins', ''],
  ['stops in the middle of its head', GET],
  ['stops in the middle of its body', `${POST}Content-Length: 100\r\n\r\n{"username":`],
  ['never ends its chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
])('a request that %s is given up', async ([, begun]) => {
  const url = await listen({ headers: 40, request: 80, look: 20 })
  const { statuses, body, headers } = await sendRaw(url, begun)
  expect(statuses).toEqual([408])
  expect(body).toMatchObject({ reason: 'request-timeout' })
  expect(headers).toMatch(/^content-security-policy: default-src 'none'/m)
})

test('a client that sends a byte now and then has no longer than others', async () => {
  const url = await listen({ headers: 40, request: 80, look: 20 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  socket.write(`${POST}Content-Length: 60000\r\n\r\n`)
  const dripping = setInterval(() => socket.write(' '), 10)
  const [answer] = await once(socket, 'data')
  clearInterval(dripping)
  socket.destroy()
  expect(answer).toContain('408 Request Timeout')
})

test('a connection without another request is ended', async () => {
  const url = await listen({ keepAlive: 20 })
  expect((await sendRaw(url, `${GET}\r\n`)).statuses).toEqual([200])
})

test('a connection on which nothing passes any more is ended', async () => {
  const url = await listen({ idle: 20, headers: 60_000, request: 60_000 })
  expect((await sendRaw(url, GET)).statuses).toEqual([])
})

test.for<[what: string, bytes: string | Buffer]>([
  ['no HTTP', 'HALLO\r\n\r\n'],
  ['TLS', Buffer.from('160301020001000100', 'hex')],
  ['another version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['an unknown method', 'HAAL / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['lengths that differ', `${POST}Content-Length: 2\r\nContent-Length: 44\r\n\r\n{}`],
  [
    'a length and chunks',
    `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
  ],
  ['chunks that are none', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a chunk with a sign', `${POST}Transfer-Encoding: chunked\r\n\r\n+1\r\n{\r\n0\r\n\r\n`],
  ['a negative length', `${POST}Content-Length: -1\r\n\r\n`],
  ['a space before the colon', `${POST}Content-Length : 2\r\n\r\n{}`],
  ['a folded header', `${GET}X-A: 1\r\n 2\r\n\r\n`],
  ['a line that ends without CR', `${POST}X-A: 1\nContent-Length: 2\r\n\r\n{}`],
  ['a zero byte in a header', `${GET}X-A: 1\0\r\n\r\n`],
  ['two hosts', `${GET}Host: y\r\n\r\n`],
  ['the same host twice', `${GET}HOST: x\r\n\r\n`],
  ['no host', 'GET /api/v1/openapi.json HTTP/1.1\r\n\r\n'],
  ['a whole address as target', 'GET http://x/api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target that is no path', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['what it expects', `${POST}Content-Length: 2\r\nExpect: wonders\r\n\r\n{}`],
])('%s is refused, and nothing after it is read', async ([, bytes]) => {
  const { statuses, body, text } = await sendRaw(await listen(), bytes)
  expect(statuses).toEqual([400])
  expect(body).toMatchObject({ reason: 'request-malformed' })
  expect(text).toMatch(/^connection: close/im)
  expect(text).toMatch(/^content-security-policy: default-src 'none'/im)
})

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('sixteen requests sent at once are answered, and so are as many after them', async () => {
  const url = await listen({ keepAlive: 40 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  for (const answers of [16, 32]) {
    socket.write(ask('/health/live').repeat(16))
    await eventually(() => expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(answers))
  }
})

/** Listens with a server that answers a request only once the test says so. */
const listenSlowly = async () => {
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  limitPipelining(app)
  const gate = Promise.withResolvers<void>()
  const asked = vi.fn()
  app.get('/slow', async () => {
    asked()
    await gate.promise
    return {}
  })
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), asked, release: gate.resolve }
}

test('answers sixteen pipelined requests at most, then ends the connection', async () => {
  const { url, asked, release } = await listenSlowly()
  const ended = sendRaw(url, ask('/slow').repeat(20))
  await eventually(() => expect(asked).toHaveBeenCalledTimes(16))
  // On another connection, so that all that came on that one has been read by then.
  void sendRaw(url, ask('/slow'))
  await eventually(() => expect(asked).toHaveBeenCalledTimes(17))
  release()
  expect((await ended).statuses).toEqual(Array(16).fill(200))
  expect(asked).toHaveBeenCalledTimes(17)
})

test('a client that sends without end, and reads nothing, is cut off', async () => {
  const { url, asked } = await listenSlowly()
  expect((await sendRaw(url, ask('/slow').repeat(2_000))).statuses).toEqual([])
  expect(asked).toHaveBeenCalledTimes(16)
})

test.for<[what: string, bytes: string]>([
  ['a head of 20 kB', `${GET}X-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['an address of 20 kB', `GET /api/v1/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
])('%s is refused', async ([, bytes]) => {
  const { statuses, body } = await sendRaw(await listen(), bytes)
  expect(statuses).toEqual([431])
  expect(body).toMatchObject({ reason: 'headers-too-large' })
})

test.for([
  '/api/v1/user/%zz',
  '/api/v1/user/%',
  '/api/%e0%a4%a',
  `/api/v1/user/${'1'.repeat(101)}`,
  '/api/v1/user/%00',
])('the path %s is refused like any other', async (path) => {
  const { app } = await startTestApi(database)
  const reply = await app.inject(path)
  expect([400, 401, 404]).toContain(reply.statusCode)
  expect(Object.keys(reply.json()).toSorted()).toEqual(['message', 'reason'])
  expect(reply.body).not.toContain(path)
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) })
  expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
})

test.for<[what: string, bytes: string]>([
  ['with a length', `${POST}Content-Length: 100\r\n\r\n{"username":`],
  ['in chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ['after asking whether it may come', `${POST}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n{`],
])('who hangs up in the middle of a body %s is no trouble of ours, and of no database', async ([, begun]) => {
  const registry = new Registry()
  const [came, failed] = [vi.fn(), vi.fn()]
  const api = await startTestApi(database, { registry, alone: true })
  api.app.addHook('onRequest', async () => void came())
  api.app.addHook('onError', async () => void failed())
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(begun)
  await eventually(() => expect(came).toHaveBeenCalled())
  socket.resetAndDestroy()
  await eventually(() => expect(failed).toHaveBeenCalled())
  expect(await registry.getSingleMetricAsString('http_unavailable_total')).not.toMatch(/\} [1-9]/)
  expect(api.logs.join('')).not.toMatch(/"level":(50|"error")|database-away|push-server-away/)
})
