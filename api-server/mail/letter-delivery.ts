import { forgetOldLetters } from '#api-server/use-cases/forget-old-letters.ts'
import { type Rounds, startRounds } from '#server/rounds.ts'
import { AT_A_TIME, beginLetters, type DeliveryOptions } from './deliver-letters.ts'

/** ms between two looks at the outbox, for what other processes put there and what is to be tried again. */
const POLL = 2_000

/** ms between two times of throwing old ones away */
const SWEEP = 3_600_000

/** ms for the letters under way when the server stops; one that takes longer is sent again once its lease is over. */
const FAREWELL = 5_000

/** Wake it after a commit that put a letter in the outbox. */
export type LetterDelivery = Rounds

/**
 * Delivers letters until it is stopped. Each that is done makes room for the next, so that a mail server that falls
 * silent over one holds up no other. A database that is away is logged and asked again.
 */
export function startLetterDelivery(options: DeliveryOptions, poll = POLL): LetterDelivery {
  const underWay = new Set<Promise<void>>()
  let sweepAt = 0
  const round = async () => {
    const now = options.clock()
    if (now >= sweepAt) {
      await forgetOldLetters(options.database, now)
      sweepAt = now + SWEEP
    }
    const room = AT_A_TIME - underWay.size
    for (const letter of room > 0 ? await beginLetters(options, room) : []) follow(letter)
    return poll
  }
  const { wake, stop } = startRounds({ round, waits: 'letters wait', log: options.log, afterFailure: poll })

  function follow(letter: Promise<void>): void {
    const settled = letter
      .catch((error) => options.log.warn({ err: error }, 'a letter was not settled: it goes again after its lease'))
      .finally(() => {
        underWay.delete(settled)
        wake()
      })
    underWay.add(settled)
  }
  const farewell = async () => {
    await stop()
    await Promise.all(underWay)
  }
  return {
    wake,
    stop: () => Promise.race([farewell(), new Promise<void>((resolve) => setTimeout(resolve, FAREWELL).unref())]),
  }
}
