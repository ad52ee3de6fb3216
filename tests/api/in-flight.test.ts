import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCallerWrites } from '#server/caller-writes.ts'
import { createLoadShedding } from '#server/load-shedding.ts'
import { createErrorHandler } from '#server/problem.ts'
import { createUnavailability } from '#server/unavailability.ts'

/** Room for one, and over real connections, since it is about when these end. */
const app = (line = { waiting: 0, patience: 0 }) => {
  const server = fastify({ forceCloseConnections: true, trustProxy: '127.0.0.1' })
  const hanging = vi.fn()
  const came: string[] = []
  const held: (() => void)[] = []
  const limits = { inFlight: 1, ...line, lag: 1_000, lateBodies: 2 }
  const unavailability = createUnavailability(new Registry())
  createLoadShedding(server, { limits, spares: () => false, lag: () => 0, unavailability })(server)
  server.get('/quick', async () => ({}))
  server.post('/slow', async () => ({}))
  server.get('/hanging', (_request, reply) => {
    reply.raw.once('close', hanging)
  })
  server.get('/news', (_request, reply) => reply.send(Readable.from(forever())))
  server.get('/live', (_request, reply) => {
    reply.hijack()
    reply.raw.write('news')
  })
  server.get('/held/:name', async (request) => {
    came.push(request.url)
    await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  return { server, hanging, came, letOneGo: () => held.shift()?.() }
}

/** Says one thing, and then nothing more. */
async function* forever() {
  yield 'news'
  await new Promise(() => {})
}

let busy: ReturnType<typeof app>
let url: string
beforeEach(async () => {
  busy = app()
  url = await busy.server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => busy.server.close())

const statusOf = async (path: string) => (await fetch(url + path)).status

test('a client that hangs up before the answer is no longer in the way', async () => {
  const caller = new AbortController()
  const hanging = fetch(`${url}/hanging`, { signal: caller.signal }).catch(() => 'given up')
  await vi.waitFor(async () => expect(await statusOf('/quick')).toBe(503))
  caller.abort()
  expect(await hanging).toBe('given up')
  await vi.waitFor(() => expect(busy.hanging).toHaveBeenCalled())
  expect(await statusOf('/quick')).toBe(200)
})

test.for(['/news', '/live'])('an answer that stays open for news is in nobody’s way: %s', async (path) => {
  const reader = (await fetch(url + path)).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('news')
  expect(await statusOf('/quick')).toBe(200)
})

/** A request of which the head has come and of the body a part; behind a web server that says who asks. */
const beginSlowly = async (address: string) => {
  const arrived = once(busy.server.server, 'request')
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(`POST /slow HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n`)
  socket.write('Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  await arrived
  await nextTurn()
  await nextTurn()
  return socket
}

const answerOn = async (socket: Awaited<ReturnType<typeof beginSlowly>>) => {
  const [answer] = await once(socket, 'data')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1])
}

test('a body that is on its way is in nobody’s way, and counts once it is there', async () => {
  const slow = await beginSlowly('192.0.2.1')
  const other = await beginSlowly('192.0.2.1')
  expect(await statusOf('/quick')).toBe(200)
  slow.write('}')
  expect(await answerOn(slow)).toBe(200)

  const caller = new AbortController()
  onTestFinished(() => caller.abort())
  fetch(`${url}/hanging`, { signal: caller.signal }).catch(() => 'given up')
  await vi.waitFor(async () => expect(await statusOf('/quick')).toBe(503))
  other.write('}')
  expect(await answerOn(other)).toBe(503)
})

test('an address that keeps one waiting for too many bodies is cut off, and no other', async () => {
  const [first] = [await beginSlowly('192.0.2.1'), await beginSlowly('192.0.2.1')]
  const third = await beginSlowly('192.0.2.1')
  await vi.waitFor(() => expect(third.destroyed).toBe(true))
  const other = await beginSlowly('192.0.2.2')
  other.write('}')
  expect(await answerOn(other)).toBe(200)
  // Once one request of the caller is complete, another may begin.
  first.write('}')
  expect(await answerOn(first)).toBe(200)
  const next = await beginSlowly('192.0.2.1')
  next.write('}')
  expect(await answerOn(next)).toBe(200)
})

/** Starts an app with room for this many waiting requests, which wait at most `patience` ms. */
const startWithLine = async (line: { waiting: number; patience: number }) => {
  const busy = app(line)
  onTestFinished(() => busy.server.close())
  const url = await busy.server.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (name: string, signal?: AbortSignal) => (await fetch(`${url}/held/${name}`, { signal })).status
  const arrival = () => once(busy.server.server, 'request')
  return { ...busy, ask, arrival }
}

test('a request that comes when all places are taken gets the next free one in order; hung-up ones get none', async () => {
  const { came, ask, arrival, letOneGo } = await startWithLine({ waiting: 3, patience: 60_000 })
  const caller = new AbortController()
  const answers: Promise<number | string>[] = []
  const left: Promise<unknown>[] = []
  for (const name of ['first', 'gone', 'second', 'third']) {
    const arrived = arrival()
    answers.push(ask(name, name === 'gone' ? caller.signal : undefined).catch(() => 'left'))
    const [, response] = await arrived
    if (name === 'gone') left.push(once(response, 'close'))
  }
  expect(await ask('on top')).toBe(503)
  caller.abort()
  await Promise.all(left)
  const inTurn = ['first', 'second', 'third'].map((name) => `/held/${name}`)
  for (const n of [1, 2, 3]) {
    await vi.waitFor(() => expect(came).toEqual(inTurn.slice(0, n)))
    letOneGo()
  }
  expect(await Promise.all(answers)).toEqual([200, 'left', 200, 200])
})

test('a request that has waited long enough is refused, and later ones still have a turn', async () => {
  const { came, ask, arrival, letOneGo } = await startWithLine({ waiting: 3, patience: 300 })
  const [arrived, first] = [arrival(), ask('first')]
  await arrived
  expect(await ask('in vain')).toBe(503)
  const later = ask('later')
  letOneGo()
  await vi.waitFor(() => expect(came).toEqual(['/held/first', '/held/later']))
  letOneGo()
  expect(await Promise.all([first, later])).toEqual([200, 200])
})

test('one caller writes one thing after the other, beside what others do, and too much of it is refused', async () => {
  const server = fastify({ forceCloseConnections: true })
  const came: string[] = []
  const held: (() => void)[] = []
  let asked = 0
  const letAllGo = () => {
    for (const letGo of held.splice(0)) letGo()
  }
  const parts = { unavailability: createUnavailability(new Registry()), security: { note: () => undefined } }
  server.setErrorHandler(createErrorHandler({ ...parts, unavailableBy: () => undefined }))
  server.decorateRequest('caller', null)
  const callerWrites = createCallerWrites()
  server.addHook('onRequest', callerWrites.refuseFull)
  server.addHook('onRequest', async (request) => {
    request.caller = { ...nobody, id: Number(request.headers.authorization) }
    asked += 1
  })
  server.addHook('onRoute', callerWrites.onRoute)
  server.get('/read', async () => ({}))
  server.post<{ Params: { name: string } }>('/write/:name', async (request) => {
    came.push(request.params.name)
    await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const ask = (method: string, path: string, caller: number, signal?: AbortSignal) =>
    fetch(address + path, { method, headers: { authorization: String(caller) }, signal: signal ?? null })
  const write = (name: string, caller = 1, signal?: AbortSignal) => ask('POST', `/write/${name}`, caller, signal)

  const hanging = new AbortController()
  const first = write('first', 1, hanging.signal).catch(() => 'given up')
  await vi.waitFor(() => expect(came).toEqual(['first']))
  const waiting = Array.from({ length: 32 }, (_, n) => write(`waiting ${n}`))
  await vi.waitFor(() => expect(asked).toBe(33))
  const refused = await write('one too many')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  // Nobody looked up whose it is.
  expect(asked).toBe(33)
  expect((await ask('GET', '/read', 1)).status).toBe(200)
  const other = write('another’s', 2)
  await vi.waitFor(() => expect(came).toContain('another’s'))
  // A caller who hangs up does not make the next request begin sooner.
  hanging.abort()
  expect(await first).toBe('given up')
  // It is slow by now: the next ones go on beside it, up to four.
  await vi.waitFor(() => expect(came.filter((name) => name.startsWith('waiting'))).toHaveLength(3), 5_000)
  letAllGo()
  while (came.length < 34) {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(0))
    letAllGo()
  }
  letAllGo()
  expect((await Promise.all([...waiting, other])).every(({ status }) => status === 200)).toBe(true)
})

const nobody = { roles: [], sessionId: 1, tokenVersion: 1, provedAt: 0, until: 0 }
