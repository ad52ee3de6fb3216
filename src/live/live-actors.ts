import { fromPromise } from 'xstate'
import type { Told } from './live.events.ts'
import type { Saying } from './live.machine.ts'
import { messagesIn } from './told-in.ts'

export interface LiveMeans {
  /** Asks the server what is new; `follow`, to go on hearing. Rejects where it does not answer 200. */
  connect: (question: { lastEventId: string; follow: boolean; signal: AbortSignal }) => Promise<Response>
  /** apart for each person on this device */
  name: string
  /** `navigator.locks`, where there is such a thing */
  locks: Pick<LockManager, 'request'> | undefined
  /** what other tabs hear, where there is such a thing */
  channel: BroadcastChannel | undefined
}

/** What the live machine leaves to the browser. */
export function liveActors({ connect, name, locks, channel }: LiveMeans) {
  const listen = async (
    follow: boolean,
    { input, signal }: { input: { lastEventId: string } & Saying<Told>; signal: AbortSignal },
  ): Promise<number | null> => {
    const { body } = await connect({ lastEventId: input.lastEventId, follow, signal })
    let retry: number | null = null
    if (body)
      for await (const message of messagesIn(body)) {
        retry = message.retry ?? retry
        if (message.told) input.say(message.told)
      }
    return retry
  }

  const stream = fromPromise<number | null, { lastEventId: string } & Saying<Told>>((question) =>
    listen(true, question),
  )

  const ask = fromPromise<number | null, { lastEventId: string } & Saying<Told>>((question) => listen(false, question))

  /** Fails without locks, and where the browser refuses them as a sandboxed page may. */
  const election = fromPromise<void, Saying<void>>(async ({ input, signal }) => {
    const lead = () => {
      if (!signal.aborted) input.say()
      return stopOf(signal)
    }
    if (!locks) throw new Error('Without locks tabs cannot agree on who leads')
    await locks.request(name, { signal }, lead)
  })

  const siblings = fromPromise<void, Saying<Told>>(async ({ input, signal }) => {
    channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => input.say(data), { signal })
    await stopOf(signal)
  })

  return { stream, ask, election, siblings }
}

const stopOf = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
