import { fromPromise } from 'xstate'
import type { LiveEvent, LiveMessage, Reporting } from './live.machine.ts'

export interface LiveDeps {
  /** Requests changes from the server; `follow` keeps the stream open. Rejects unless it answers 200. */
  connect: (question: { lastEventId: string; follow: boolean; signal: AbortSignal }) => Promise<Response>
  /** name of the lock, different for each user on this device */
  name: string
  /** `navigator.locks`, where supported */
  locks: Pick<LockManager, 'request'> | undefined
  /** channel to other tabs, where supported */
  channel: BroadcastChannel | undefined
}

export function liveActors({ connect, name, locks, channel }: LiveDeps) {
  const listen = async (
    follow: boolean,
    { input, signal }: { input: { lastEventId: string } & Reporting<LiveMessage>; signal: AbortSignal },
  ): Promise<number | null> => {
    const { body } = await connect({ lastEventId: input.lastEventId, follow, signal })
    let retry: number | null = null
    if (body)
      for await (const block of blocksIn(body)) {
        retry = block.retry ?? retry
        if (block.message) input.report(block.message)
      }
    return retry
  }

  const stream = fromPromise<number | null, { lastEventId: string } & Reporting<LiveMessage>>((question) =>
    listen(true, question),
  )

  const ask = fromPromise<number | null, { lastEventId: string } & Reporting<LiveMessage>>((question) =>
    listen(false, question),
  )

  /** Rejects without locks, and if the browser refuses them, as in a sandboxed page. */
  const election = fromPromise<void, Reporting<void>>(async ({ input, signal }) => {
    const lead = () => {
      if (!signal.aborted) input.report()
      return stopOf(signal)
    }
    if (!locks) throw new Error('Without locks tabs cannot agree on who leads')
    await locks.request(name, { signal }, lead)
  })

  const siblings = fromPromise<void, Reporting<LiveMessage>>(async ({ input, signal }) => {
    channel?.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => input.report(data), { signal })
    await stopOf(signal)
  })

  return { stream, ask, election, siblings }
}

const stopOf = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })

interface Block {
  message: LiveMessage | null
  /** time (ms) within which the server asks to reconnect after the end */
  retry: number | null
}

/** Yields the messages of an event stream in the API's format (text/event-stream, WHATWG HTML 9.2.6). */
async function* blocksIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Block> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield blockOf(block)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function blockOf(block: string): Block {
  const fields = new Map(block.split('\n').map((line) => partsOf(line)))
  const retry = fields.get('retry')
  return { message: messageIn(fields), retry: retry === undefined ? null : Number(retry) }
}

function partsOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)]
}

function messageIn(fields: ReadonlyMap<string, string>): LiveMessage | null {
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

/** A user who returns within minutes finds all up to date; a phone in a pocket needs no connection. */
const LET_GO_AFTER_MS = 3 * 60_000

/** Parts of a window that are used. */
interface Page extends EventTarget {
  document: EventTarget & { visibilityState: string }
}

/**
 * Reports when the page has been hidden for long, and when it is visible again. A page that goes into the back/forward cache
 * disconnects at once: with a connection or a lock it could not be cached. Returns how to stop.
 */
export function watchPage(page: Page, send: (event: LiveEvent) => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  let timer: ReturnType<typeof setTimeout> | undefined

  const leave = () => send({ type: 'page.left' })
  const look = () => {
    clearTimeout(timer)
    if (page.document.visibilityState === 'visible') send({ type: 'page.returned' })
    else timer = setTimeout(leave, LET_GO_AFTER_MS)
  }
  page.document.addEventListener('visibilitychange', look, { signal })
  page.addEventListener('pagehide', leave, { signal })
  page.addEventListener('pageshow', look, { signal })
  look()

  return () => {
    clearTimeout(timer)
    watching.abort()
  }
}
