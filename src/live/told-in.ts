import type { Told } from './live.events.ts'

export interface Message {
  told: Told | null
  /** within how many ms the server asks to come back once this is over */
  retry: number | null
}

/** The messages of an event stream as the API writes it (text/event-stream, WHATWG HTML 9.2.6), one after the other. */
export async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield messageOf(block)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function messageOf(block: string): Message {
  const fields = new Map(block.split('\n').map((line) => partsOf(line)))
  const retry = fields.get('retry')
  return { told: toldBy(fields), retry: retry === undefined ? null : Number(retry) }
}

function partsOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)]
}

function toldBy(fields: ReadonlyMap<string, string>): Told | null {
  const eventId = fields.get('id')
  if (eventId === undefined) return null
  const data = JSON.parse(fields.get('data') ?? 'null')
  const event = fields.get('event')
  switch (event) {
    case 'hello':
      return { eventId, serverTime: data.server_time, release: data.release ?? null }
    case undefined:
      return { eventId }
    default:
      return { eventId, news: { ...data, name: event } }
  }
}
