import type { FastifyBaseLogger } from 'fastify'

export interface PollerOptions {
  /** work to repeat; resolves to the ms until the next time */
  poll: () => Promise<number>
  /** logged when a poll fails; once, until one succeeds */
  warning: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** ms until the first poll; default 0 */
  first?: number
  /** ms after a failed poll, e.g. while the database is unavailable */
  afterFailure?: number
}

export interface Poller {
  /** Starts the next poll now, without the pause. */
  wake(): void
  /** Starts no more polls, and waits for the running one. */
  stop(): Promise<void>
}

/** ms after the start, when a server has other things to do; between two lots; and after the last one. */
export type SweepPauses = Record<'first' | 'between' | 'after', number>

interface SweepOptions extends Pick<PollerOptions, 'warning' | 'log'> {
  /** carries out a lot; resolves to whether there may be more */
  sweep: () => Promise<boolean>
  pauses: SweepPauses
}

/** Works in small lots until stopped: on SQLite everybody waits for each. If one fails, tries again within an hour. */
export const startSweeping = ({ sweep, pauses, ...rest }: SweepOptions): Poller =>
  startPoller({
    ...rest,
    poll: async () => ((await sweep()) ? pauses.between : pauses.after),
    first: pauses.first,
    afterFailure: Math.min(pauses.after, 3_600_000),
  })

/** Polls repeatedly, one poll at a time, until stopped. */
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
