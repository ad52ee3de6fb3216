import type { FastifyBaseLogger } from 'fastify'

export interface PollerOptions {
  /** work to repeat; resolves to the ms until the next time */
  poll: () => Promise<number>
  /** logged when a poll failed; once, until one succeeds */
  warning: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** ms until the first poll; at once unless given */
  first?: number
  /** ms after a poll that failed, as it does while the database is away */
  afterFailure?: number
}

export interface Poller {
  /** Begins the next one now rather than after the pause. */
  wake(): void
  /** Begins no more, and waits for the one that is under way. */
  stop(): Promise<void>
}

/** Polls again and again, never twice at a time, until it is stopped. */
export function startPoller({ poll, warning, log, first = 0, afterFailure = 1_000 }: PollerOptions): Poller {
  let stopped = false
  let woken = false
  let failing = false
  let endPause = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const tryToPoll = async () => {
    try {
      const next = await poll()
      failing = false
      return next
    } catch (error) {
      if (!failing) log.warn({ err: error }, warning)
      failing = true
      return afterFailure
    }
  }

  const work = async () => {
    if (first > 0) await pause(first)
    while (!stopped) {
      woken = false
      const ms = await tryToPoll()
      if (!woken && !stopped) await pause(ms)
    }
  }
  const working = work()

  const wake = () => {
    woken = true
    endPause()
  }
  return {
    wake,
    stop: async () => {
      stopped = true
      wake()
      await working
    },
  }
}
