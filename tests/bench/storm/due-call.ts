import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, type Connection, ConnectionBroke } from '#tests/harness/http/connection.ts'
import type { Call, StormJournal } from './journal.ts'

/** After this time the app shows that it did not work. */
const LONGEST_WAIT_S = 1
/** Before who was cut off dials again. */
const REDIAL_MS = 500

export interface DueCall {
  call: Call
  request: string
  /** time by `performance.now()` */
  due: number
  /** time at which to give up, by `performance.now()` */
  until: number
}

export class GaveUp extends Error {
  override name = 'GaveUp'
}

/**
 * Sends a call when it is due, however late the previous one was answered, and obeys 503 with Retry-After as the app
 * does. Resolves with the first other answer; throws `GaveUp` when there was none in time. `cut` is called when a
 * connection breaks with the call under way.
 */
export async function callWhenDue(
  connection: Connection,
  { call, request, due, until }: DueCall,
  journal: StormJournal,
  cut: () => void = () => undefined,
): Promise<Answer> {
  const early = due - performance.now()
  if (early > 0) {
    await delay(early)
    journal.lateness.push(performance.now() - due)
  }
  while (performance.now() < until) {
    try {
      const answer = await connection.ask(request)
      if (answer.status !== 503) {
        journal.times[call].push(performance.now() - due)
        return answer
      }
      if (answer.retryAfter === undefined || answer.retryAfter > LONGEST_WAIT_S)
        journal.fail(`${call}: 503, Retry-After ${answer.retryAfter}`)
      journal.sentAway += 1
      await delay((answer.retryAfter ?? LONGEST_WAIT_S) * 1_000)
    } catch (error) {
      if (!(error instanceof ConnectionBroke)) throw error
      journal.fail(`${call}: ${error.message}`)
      cut()
      await delay(REDIAL_MS)
    }
  }
  journal.fail(`${call}: no answer`)
  throw new GaveUp(call)
}
