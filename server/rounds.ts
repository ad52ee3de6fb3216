import type { FastifyBaseLogger } from 'fastify'

export interface RoundsOptions {
  /** what is done again and again; resolves to the ms until the next time */
  round: () => Promise<number>
  /** What is said, to an operator, when a round failed; once, until one succeeds. */
  waits: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** ms until the first round, which by itself begins at once */
  first?: number
  /** ms after a round that failed, as it does while the database is away */
  afterFailure?: number
}

export interface Rounds {
  /** Begins the next one now rather than after the pause. */
  wake(): void
  /** Begins no more, and waits for the one that is under way. */
  stop(): Promise<void>
}

/** Does something in rounds, one after the other, until it is stopped. */
export function startRounds({ round, waits, log, first = 0, afterFailure = 1_000 }: RoundsOptions): Rounds {
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

  const tryRound = async () => {
    try {
      const next = await round()
      failing = false
      return next
    } catch (error) {
      if (!failing) log.warn({ err: error }, waits)
      failing = true
      return afterFailure
    }
  }

  const work = async () => {
    if (first > 0) await pause(first)
    while (!stopped) {
      woken = false
      const ms = await tryRound()
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
