import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCallerWrites, type QueueClock } from '#server/caller-writes.ts'
import { createLoadShedding } from '#server/load-shedding.ts'
import { createErrorHandler } from '#server/problem.ts'
import { createUnavailability } from '#server/unavailability.ts'
import { eventually } from '#tests/support/eventually.ts'

/** Room for one, and over real connections, since it is about when these end. */
const app = (line = { waiting: 0, patience: 0 }) => {
  const server = fastify({ forceCloseConnections: true, trustProxy: '127.0.0.1' })
  const hanging = vi.fn()
  const came: string[] = []
  const held: (() => void)[] = []
  const limits = { inFlight: 1, ...line, lag: 1_000, crowd: 0, lateBodies: 2 }
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

/** Never rejects: a test that fails leaves requests behind that its server then cuts off. */
const answerAt = (address: string, options: RequestInit) => fetch(address, options).catch(() => undefined)
const statusAt = async (address: string, options: RequestInit) =>
  (await answerAt(address, options))?.status ?? 'cut off'
const statusOf = (path: string, signal: AbortSignal | null = null) => statusAt(url + path, { signal })

test('a client that hangs up before the answer is no longer in the way', async () => {
  const caller = new AbortController()
  const hanging = statusOf('/hanging', caller.signal)
  await eventually(async () => expect(await statusOf('/quick')).toBe(503))
  caller.abort()
  expect(await hanging).toBe('cut off')
  await eventually(() => expect(busy.hanging).toHaveBeenCalled())
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
  const hanging = statusOf('/hanging', caller.signal)
  await eventually(async () => expect(await statusOf('/quick')).toBe(503))
  other.write('}')
  expect(await answerOn(other)).toBe(503)
  caller.abort()
  expect(await hanging).toBe('cut off')
})

test('an address that keeps one waiting for too many bodies is cut off, and no other', async () => {
  const [first] = [await beginSlowly('192.0.2.1'), await beginSlowly('192.0.2.1')]
  const third = await beginSlowly('192.0.2.1')
  await eventually(() => expect(third.destroyed).toBe(true))
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
  const ask = (name: string, signal: AbortSignal | null = null) => statusAt(`${url}/held/${name}`, { signal })
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
    answers.push(ask(name, name === 'gone' ? caller.signal : null))
    const [, response] = await arrived
    if (name === 'gone') left.push(once(response, 'close'))
  }
  expect(await ask('on top')).toBe(503)
  caller.abort()
  await Promise.all(left)
  const inTurn = ['first', 'second', 'third'].map((name) => `/held/${name}`)
  for (const n of [1, 2, 3]) {
    await eventually(() => expect(came).toEqual(inTurn.slice(0, n)))
    letOneGo()
  }
  expect(await Promise.all(answers)).toEqual([200, 'cut off', 200, 200])
})

test('a request that has waited long enough is refused, and later ones still have a turn', async () => {
  const { came, ask, arrival, letOneGo } = await startWithLine({ waiting: 3, patience: 300 })
  const [arrived, first] = [arrival(), ask('first')]
  await arrived
  expect(await ask('in vain')).toBe(503)
  const later = ask('later')
  letOneGo()
  await eventually(() => expect(came).toEqual(['/held/first', '/held/later']))
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
  server.decorateRequest('knownCaller', null)
  const clock = createTurnedClock()
  const callerWrites = createCallerWrites(clock)
  server.addHook('onRequest', callerWrites.refuseFull)
  server.addHook('onRequest', async (request) => {
    request.knownCaller = { ...nobody, id: Number(request.headers.authorization) }
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
  const optionsOf = (method: string, caller: number) => ({ method, headers: { authorization: String(caller) } })
  const write = (name: string, caller = 1, signal: AbortSignal | null = null) =>
    statusAt(`${address}/write/${name}`, { ...optionsOf('POST', caller), signal })
  const arrival = () => once(server.server, 'request')
  const begun = () => came.filter((name) => name.startsWith('waiting')).length

  const hanging = new AbortController()
  const [firstArrived, first] = [arrival(), write('first', 1, hanging.signal)]
  const hungUp = firstArrived.then(([, response]) => once(response, 'close'))
  await eventually(() => expect(came).toEqual(['first']))
  const waiting = Array.from({ length: 32 }, (_, n) => write(`waiting ${n}`))
  await eventually(() => expect(asked).toBe(33))
  const [onTopArrived, onTop] = [arrival(), answerAt(`${address}/write/on top`, optionsOf('POST', 1))]
  const [, refusal] = await onTopArrived
  await nextTurn()
  // Nobody looked up whose it is.
  expect(asked).toBe(33)
  clock.turn(199)
  await nextTurn()
  expect(refusal.writableEnded).toBe(false)
  clock.turn(1)
  const refused = await onTop
  expect(refused?.status).toBe(429)
  expect(refused?.headers.get('retry-after')).toBe('1')
  expect(await statusAt(`${address}/read`, optionsOf('GET', 1))).toBe(200)
  const other = write('another’s', 2)
  await eventually(() => expect(came).toContain('another’s'))
  // A caller who hangs up does not make the next request begin sooner.
  hanging.abort()
  expect(await first).toBe('cut off')
  await hungUp
  clock.turn(99)
  await nextTurn()
  expect(begun()).toBe(0)
  // It is slow from here on: the next ones go on beside it, up to four.
  clock.turn(1)
  for (const beside of [1, 2, 3]) {
    await eventually(() => expect(begun()).toBe(beside))
    clock.turn(300)
  }
  clock.turn(300)
  await nextTurn()
  expect(begun()).toBe(3)
  while (came.length < 34) {
    letAllGo()
    await eventually(() => {
      clock.turn(300)
      expect(held.length).toBeGreaterThan(0)
    })
  }
  letAllGo()
  expect(await Promise.all([...waiting, other])).toEqual(Array.from({ length: 33 }, () => 200))
})

test('a crowd of one caller pauses between its writes for three times as long as the last one took, and four do not', async () => {
  const server = fastify()
  const clock = createTurnedClock()
  const held: (() => void)[] = []
  let queued = 0
  server.decorateRequest('knownCaller', null)
  server.addHook('onRequest', async (request) => {
    request.knownCaller = { ...nobody, id: 1 }
  })
  // Nothing comes between it and the queue.
  server.addHook('preHandler', (_request, _reply, done) => {
    queued += 1
    done()
  })
  server.addHook('onRoute', createCallerWrites(clock).onRoute)
  server.post('/write', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  onTestFinished(() => server.close())
  const answers = Array.from({ length: 6 }, () => server.inject({ method: 'POST', url: '/write' }))
  await eventually(() => expect(queued).toBe(6))
  const begun = async () => {
    await nextTurn()
    return held.length
  }

  clock.turn(50)
  held[0]?.()
  await answers[0]
  clock.turn(149)
  expect(await begun()).toBe(1)
  clock.turn(1)
  expect(await begun()).toBe(2)
  for (let n = 1; n < 6; n++) {
    clock.turn(50)
    held[n]?.()
    expect(await begun()).toBe(Math.min(n + 2, 6))
  }
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
})

/** Stands still until a test turns it; runs what has become due, in order. */
function createTurnedClock(): QueueClock & { turn(ms: number): void } {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    turn: (ms) => {
      now += ms
      const due = timers.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)
      timers = timers.filter((timer) => !due.includes(timer))
      for (const { run } of due) run()
    },
  }
}

const nobody = { roles: [], sessionId: 1, tokenVersion: 1, provedAt: 0, until: 0 }
