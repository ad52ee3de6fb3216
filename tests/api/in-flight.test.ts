import { Readable } from 'node:stream'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shedLoad } from '#server/load-shedding.ts'

/** Room for one, and over real connections, since it is about when these end. */
const app = () => {
  const server = fastify({ forceCloseConnections: true })
  const hanging = vi.fn()
  shedLoad(server, { limits: { inFlight: 1, lag: 1_000 }, spares: () => false, lag: () => 0 })
  server.get('/quick', async () => ({}))
  server.get('/hanging', (_request, reply) => {
    reply.raw.once('close', hanging)
  })
  server.get('/news', (_request, reply) => reply.send(Readable.from(forever())))
  server.get('/live', (_request, reply) => {
    reply.hijack()
    reply.raw.write('news')
  })
  return { server, hanging }
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

test('whoever hangs up before the answer is no longer in the way', async () => {
  const patience = new AbortController()
  const hanging = fetch(`${url}/hanging`, { signal: patience.signal }).catch(() => 'given up')
  await vi.waitFor(async () => expect(await statusOf('/quick')).toBe(503))
  patience.abort()
  expect(await hanging).toBe('given up')
  await vi.waitFor(() => expect(busy.hanging).toHaveBeenCalled())
  expect(await statusOf('/quick')).toBe(200)
})

test.for(['/news', '/live'])('an answer that stays open for news is in nobody’s way: %s', async (path) => {
  const reader = (await fetch(url + path)).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('news')
  expect(await statusOf('/quick')).toBe(200)
})
