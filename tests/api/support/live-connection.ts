import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { AppEventMessage } from '#contract/app-events.ts'
import { API_BASE, EVENT_STREAM } from '#contract/endpoint.ts'
import { liveHelloSchema } from '#contract/live.calls.ts'
import { readLive } from '#contract/live.gen.ts'
import type { TestApi } from '#tests/support/api/test-api.ts'
import { eventually } from '#tests/support/eventually.ts'

export interface LiveConnection {
  response: IncomingMessage
  /** all events after the hello */
  news: AppEventMessage[]
  hello: { server_time: number }
  /** id of the last event that had one */
  lastEventId(): string
  /** the `retry` (ms) with which the server ended the stream */
  ended(): Promise<number | undefined>
  /** resolves with the events once this many have arrived */
  received(count: number): Promise<AppEventMessage[]>
  close(): void
}

/** Makes the app listen on its own port, because `inject` cannot read answers without an end. */
export async function listen({ app }: TestApi): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Opens a real connection to GET /live until the test ends. Resolves when the hello has arrived. */
export async function openLive(
  origin: string,
  { token, lastEventId, agent }: { token: string; lastEventId?: string; agent?: false },
): Promise<LiveConnection> {
  const asked: ClientRequest = request(`${origin}${API_BASE}${readLive.path}`, {
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      accept: EVENT_STREAM,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  })
  asked.on('error', () => undefined)
  asked.end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (!response) throw new Error('no response')
  onTestFinished(() => void asked.destroy())
  const stream = listenTo(response)
  await eventually(() => {
    if (stream.hellos.length === 0) throw new Error(`no hello; status ${response.statusCode}`)
  })
  return {
    response,
    news: stream.news,
    hello: liveHelloSchema.parse(stream.hellos[0]),
    lastEventId: () => stream.lastEventId(),
    ended: async () => {
      await stream.over
      return stream.retry()
    },
    received: async (count) =>
      eventually(() => {
        if (stream.news.length < count) throw new Error(`heard ${stream.news.length} of ${count}`)
        return stream.news
      }),
    close: () => asked.destroy(),
  }
}

const newsSchema = z.object({
  id: z.int().optional(),
  own: z.literal(true).optional(),
  spread: z.int().min(0),
  free: z.int().min(0).optional(),
}) satisfies z.ZodType<Omit<AppEventMessage, 'name'>>

function listenTo(response: IncomingMessage) {
  const hellos: unknown[] = []
  const news: AppEventMessage[] = []
  let lastEventId = ''
  let retry: number | undefined
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk) => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
      if (fields.id) lastEventId = fields.id
      if (fields.retry) retry = Number(fields.retry)
      if (fields.event === 'hello') hellos.push(JSON.parse(fields.data))
      else if (fields.event)
        news.push({ name: fields.event as AppEventMessage['name'], ...newsSchema.parse(JSON.parse(fields.data)) })
    }
  })
  response.on('error', () => undefined)
  const over = new Promise<void>((resolve) => response.once('close', resolve))
  return { hellos, news, over, lastEventId: () => lastEventId, retry: () => retry }
}
