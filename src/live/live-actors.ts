import { fromCallback, fromPromise } from 'xstate'
import type { LiveEvent, Told } from './live.events.ts'
import { allToldIn, messagesIn } from './told-in.ts'

export interface LiveMeans {
  /** Asks the server what is new; `follow`, to go on hearing. Rejects where it does not answer 200. */
  connect: (question: { lastEventId: string; follow: boolean; signal: AbortSignal }) => Promise<Response>
  /** apart for each person on this device */
  name: string
  /** `navigator.locks`, where there is such a thing */
  locks: Pick<LockManager, 'request'> | undefined
  /** where there are other tabs to be told */
  channel: ((name: string) => BroadcastChannel) | undefined
}

/** What the live machine leaves to the browser. */
export function liveActors({ connect, name, locks, channel }: LiveMeans) {
  const stream = fromCallback<LiveEvent, { lastEventId: string }>(({ input, sendBack }) => {
    const leaving = new AbortController()
    const follow = async () => {
      let retry: number | null = null
      try {
        const { body } = await connect({ ...input, follow: true, signal: leaving.signal })
        for await (const message of messagesIn(body ?? new ReadableStream())) {
          retry = message.retry ?? retry
          if (message.told) sendBack({ type: 'stream.told', told: message.told })
        }
      } catch {
        // Why it ended makes no difference: it is tried again.
      }
      if (!leaving.signal.aborted) sendBack({ type: 'stream.ended', retry })
    }
    void follow()
    return () => leaving.abort()
  })

  const ask = fromPromise<Told[], { lastEventId: string }>(async ({ input, signal }) => {
    const { body } = await connect({ ...input, follow: false, signal })
    return body ? allToldIn(body) : []
  })

  /** Without locks each tab leads itself. */
  const election = fromCallback<LiveEvent>(({ sendBack }) => {
    if (!locks) {
      sendBack({ type: 'lead.granted' })
      return
    }
    const leaving = new AbortController()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const lead = () => {
      sendBack({ type: 'lead.granted' })
      return held
    }
    // A browser that refuses locks here (a sandboxed page may) leaves each tab to itself.
    locks.request(name, { signal: leaving.signal }, lead).catch(() => {
      if (!leaving.signal.aborted) sendBack({ type: 'lead.granted' })
    })
    return () => {
      leaving.abort()
      letGo()
    }
  })

  const siblings = fromCallback<{ type: 'share'; told: Told }>(({ sendBack, receive }) => {
    const open = channel?.(name)
    if (!open) return
    open.onmessage = ({ data }: MessageEvent<Told>) => sendBack({ type: 'sibling.told', told: data })
    receive(({ told }) => open.postMessage(told))
    return () => open.close()
  })

  return { stream, ask, election, siblings }
}
