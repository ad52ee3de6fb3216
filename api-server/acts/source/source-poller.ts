import type { FastifyBaseLogger } from 'fastify'
import { type Poller, startPoller } from '#server/poller.ts'

interface SourceWork {
  work: (signal: AbortSignal) => Promise<void>
  /** logged while the work fails: names what waits */
  warning: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** ms between two looks */
  poll: number
}

/** Works on something of the source from time to time. Stopping aborts the request that is under way. */
export function startSourcePoller({ work, warning, log, poll }: SourceWork): Poller {
  const stopping = new AbortController()
  const poller = startPoller({
    poll: async () => {
      await work(stopping.signal)
      return poll
    },
    ...{ warning, log, first: poll, afterFailure: poll },
  })
  return {
    wake: poller.wake,
    stop: () => {
      stopping.abort()
      return poller.stop()
    },
  }
}
