import { forgetOldLetters } from '#api-server/use-cases/forget-old-letters.ts'
import { type Rounds, startRounds } from '#server/rounds.ts'
import { type DeliveryOptions, deliverLetters } from './deliver-letters.ts'

/** ms between two looks at the outbox, for what other processes put there and what is to be tried again. */
const POLL = 2_000

/** ms between two times of throwing old ones away */
const SWEEP = 3_600_000

/** ms for the letters under way when the server stops; one that takes longer is sent again once its lease is over. */
const FAREWELL = 5_000

/** Wake it after a commit that put a letter in the outbox. */
export type LetterDelivery = Rounds

/** Delivers letters until it is stopped. A database that is away is logged and asked again. */
export function startLetterDelivery(options: DeliveryOptions, poll = POLL): LetterDelivery {
  let sweepAt = 0
  const round = async () => {
    const now = options.clock()
    if (now >= sweepAt) {
      await forgetOldLetters(options.database, now)
      sweepAt = now + SWEEP
    }
    return (await deliverLetters(options)) > 0 ? 0 : poll
  }
  const { wake, stop } = startRounds({ round, waits: 'letters wait', log: options.log, afterFailure: poll })
  return {
    wake,
    stop: () => Promise.race([stop(), new Promise<void>((resolve) => setTimeout(resolve, FAREWELL).unref())]),
  }
}
