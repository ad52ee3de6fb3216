import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { LiveStream } from '#api-server/platform/live/open-streams.ts'

const reader = { userId: 1, sessionId: 1, tokenVersion: 1, isAdmin: false, until: 0 }
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

test('a client that reads is told as much as there is', async () => {
  const { stream, response } = await connected(true)
  for (let written = 0; written < 2_000; written++) {
    stream.write(`: ${'x'.repeat(1_000)}\n\n`)
    await nextTurn()
  }
  expect(response.destroyed).toBe(false)
})

test('what is told after the end is told to nobody, and fails nothing', async () => {
  const { stream, response } = await connected(true)
  stream.end(1_000)
  stream.write(': late\n\n')
  stream.end(1_000)
  await once(response, 'close')
})
