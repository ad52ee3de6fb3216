import { fromPromise } from 'xstate'
import type { LiveEvent, LiveMessage, Reporting } from './live.machine.ts'

export interface LiveDeps {
  /** Asks the server for changes; `follow` keeps the stream open. Rejects unless it answers 200. */
  connect: (question: { lastEventId: string; follow: boolean; signal: AbortSignal }) => Promise<Response>
  /** apart for each person on this device */
  name: string
  /** `navigator.locks`, where there is such a thing */
  locks: Pick<LockManager, 'request'> | undefined
  /** channel to other tabs, where the browser has one */
  channel: BroadcastChannel | undefined
}

/** Actors that the browser provides for the live machine. */
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

  /** Fails without locks, and where the browser refuses them as a sandboxed page may. */
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
  /** within how many ms the server asks to come back once this is over */
  retry: number | null
}

/** The messages of an event stream as the API writes it (text/event-stream, WHATWG HTML 9.2.6), one after the other. */
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

/** Who comes back within minutes finds all as it is; who leaves the phone in a pocket costs nothing. */
const LET_GO_AFTER_MS = 3 * 60_000

/** Parts of a window that are needed. */
interface Page extends EventTarget {
  document: EventTarget & { visibilityState: string }
}

/**
 * Reports when the page has been hidden for long, and when it is visible again. A page that the browser sets aside
 * lets go at once: with a connection or a lock it could not be kept for the back button. Returns how to stop.
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
