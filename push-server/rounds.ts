import type { FastifyBaseLogger } from 'fastify'

export interface Rounds {
  /** Begins the next one now rather than after the pause. */
  wake(): void
  /** Begins no more, and waits for the one that is under way. */
  stop(): Promise<void>
}

/** ms after a round that failed, as it does while the database is away */
const AFTER_FAILURE = 1_000

/**
 * Does `round` again and again, with a pause after each as long as it says (ms). A failure is logged, once until one
 * succeeds, and the next round comes.
 */
export function startRounds(name: string, round: () => Promise<number>, log: Pick<FastifyBaseLogger, 'warn'>): Rounds {
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
      if (!failing) log.warn({ err: error, name }, 'waits')
      failing = true
      return AFTER_FAILURE
    }
  }

  const work = async () => {
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
