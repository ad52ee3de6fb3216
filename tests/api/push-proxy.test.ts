import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { passToPushServer } from '#api-server/platform/push-proxy.ts'
import { createErrorHandler } from '#server/problem.ts'
import { createSecurityLog } from '#server/security-events.ts'
import { createUnavailability } from '#server/unavailability.ts'

/** The way to a push server that does this. */
async function start(pushServer: RequestListener) {
  const server = createServer(pushServer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  const registry = new Registry()
  app.setErrorHandler(
    createErrorHandler({
      unavailableBy: () => undefined,
      unavailability: createUnavailability(registry),
      security: createSecurityLog(registry),
    }),
  )
  await passToPushServer(app, typeof address === 'object' && address ? address.port : 0)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

async function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  const [answer] = await once(asked.end(), 'response')
  return answer
}

const echo: RequestListener = async (asked, answer) => {
  const body = await text(asked)
  const { method, headers } = asked
  answer.writeHead(200, { 'content-type': 'application/json', 'x-own': 'a', connection: 'close, x-own' })
  answer.end(JSON.stringify({ method, headers, length: body.length }))
}

test.for(['GET', 'DELETE', 'POST'])('%s without a body stays without one', async (method) => {
  const reply = await fetch(`${await start(echo)}/push/devices`, { method })
  const { headers, ...rest } = await reply.json()
  expect(rest).toEqual({ method, length: 0 })
  expect(headers['transfer-encoding']).toBeUndefined()
  expect(headers['content-length'] ?? '0').toBe('0')
})

test('a body goes on as it comes, of whatever kind', async () => {
  const url = await start(echo)
  const asked = request(`${url}/push/devices`, { method: 'PUT', headers: { 'content-type': 'text/x-own' } })
  for (let part = 0; part < 4; part++) asked.write('x'.repeat(4_000))
  const answer = await answerTo(asked)
  expect(JSON.parse(await text(answer))).toMatchObject({
    length: 16_000,
    headers: { 'content-type': 'text/x-own' },
  })
})

test('headers about one connection are not passed on, and the client’s address is the one that we know', async () => {
  const asked = request(`${await start(echo)}/push/devices`, {
    headers: {
      'x-forwarded-for': '203.0.113.9',
      connection: 'keep-alive, x-mine',
      'x-mine': '1',
      'x-other': '2',
      te: 'trailers',
      'x-request-id': 'forged-by-me',
    },
  })
  const answer = await answerTo(asked)
  expect(answer.headers).not.toHaveProperty('x-own')
  const { headers } = JSON.parse(await text(answer))
  expect(headers).toMatchObject({ 'x-other': '2', host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) })
  for (const name of ['x-mine', 'te']) expect(headers).not.toHaveProperty(name)
  expect(headers['x-request-id']).not.toBe('forged-by-me')
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
})

test.for(['with its length', 'in parts'])('one that is too large is refused %s', async (kind) => {
  const reached = vi.fn()
  const url = await start((asked) => asked.on('end', reached).resume())
  const headers = kind === 'in parts' ? {} : { 'content-length': '200000' }
  const asked = request(`${url}/push/devices`, { method: 'PUT', headers })
  // The rest is not read: the connection may end while it is sent.
  asked.on('error', () => undefined)
  const answered = once(asked, 'response')
  for (let part = 0; part < 50; part++) asked.write('x'.repeat(4_000))
  const [answer] = await answered
  expect(answer.statusCode).toBe(413)
  expect(JSON.parse(await text(answer))).toMatchObject({ reason: 'body-too-large' })
  asked.destroy()
  expect(reached).not.toHaveBeenCalled()
})

test('HEAD is answered by its head', async () => {
  const reply = await fetch(`${await start(echo)}/push/devices`, { method: 'HEAD' })
  expect({ status: reply.status, type: reply.headers.get('content-type'), body: await reply.text() }).toEqual({
    status: 200,
    type: 'application/json',
    body: '',
  })
})

test('a push server that ends without an answer is unavailable', async () => {
  const reply = await fetch(`${await start((asked) => asked.socket.destroy())}/push/devices`)
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('1')
})

test('one that ends in the middle of an answer gives no whole one', async () => {
  const url = await start((_, answer) => {
    answer.writeHead(200, { 'content-length': '10' })
    answer.write('12345', () => answer.destroy())
  })
  await expect(fetch(`${url}/push/devices`).then((reply) => reply.text())).rejects.toThrow('terminated')
})

test('a client that hangs up is forgotten behind it too', async () => {
  const [came, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const url = await start((_, answer) => {
    answer.on('close', () => left.resolve())
    came.resolve()
  })
  const leaving = new AbortController()
  const asked = fetch(`${url}/push/devices`, { signal: leaving.signal })
  void came.promise.then(() => leaving.abort())
  await expect(asked).rejects.toThrow('aborted')
  await left.promise
})
