import { forgetOldLetters } from '#api-server/use-cases/forget-old-letters.ts'
import { type DeliveryOptions, deliverLetters } from './deliver-letters.ts'

/** ms between two looks at the outbox, for what other processes put there and what is to be tried again. */
const POLL = 2_000

/** ms between two times of throwing old ones away */
const SWEEP = 3_600_000

/** ms for the letters under way when the server stops; one that takes longer is sent again once its lease is over. */
const FAREWELL = 5_000

export interface LetterDelivery {
  /** Looks at the outbox at once. To be called after a commit that put a letter there. */
  wake(): void
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

/** Delivers letters until it is stopped. A database that is away is logged and asked again. */
export function startLetterDelivery(options: DeliveryOptions, poll = POLL): LetterDelivery {
  let stopped = false
  let woken = false
  let endPause = () => {}
  let sweepAt = 0

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, poll).unref()
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const look = async () => {
    const now = options.clock()
    if (now >= sweepAt) {
      await forgetOldLetters(options.database, now)
      sweepAt = now + SWEEP
    }
    return deliverLetters(options)
  }

  const work = async () => {
    while (!stopped) {
      woken = false
      const delivered = await look().catch((error: unknown) => {
        options.log.warn({ err: error }, 'letters wait')
        return 0
      })
      if (delivered === 0 && !woken && !stopped) await pause()
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
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, FAREWELL).unref())])
    },
  }
}
