import type { AppEventName } from '#contract/app-events.ts'
import type { WriteOutcome } from '#contract/outcomes.calls.ts'
import { LostAnswer, NetworkError } from './api-error.ts'

/*
 * Finds out the outcome of a write whose answer was lost. The server knows it by the write's key, and is asked at
 * once and again a second later, while the user waits.
 * - done: the write is sent again with its key, which changes nothing and brings the answer.
 * - not received: the server refuses this key from now on, so the write counts as never sent.
 * - unknown: the server did not answer; it is asked again later (src/parts/lost-answers).
 */

export interface LostWrite<Reply = unknown> {
  key: string
  /** 'Aanmaken van module is gelukt', for when the outcome becomes known */
  act?: string
  /** event that refetches the screens once the write is done */
  event: AppEventName | undefined
  /** Whether its outcome became known because it was sent again. */
  isKnown: () => boolean
  ask: () => Promise<WriteOutcome>
  /** Sends it again with its key; brings the answer if it is done. */
  again: () => Promise<Reply>
  /** Drops its key: an equal write is then a new one. */
  forget: () => void
}

/** Pauses (ms) before each question to the server. */
const PAUSES_MS = [0, 1_000]

/** Longest wait (ms) for the answer to each question. */
const PATIENCE_MS = 3_000

/** Resolves to the write's answer. Rejects with a `LostAnswer`, or with an unsent `NetworkError` if nothing was done. */
export async function settle<Reply>(write: LostWrite<Reply>, cause: unknown): Promise<Reply> {
  for (const pause of PAUSES_MS) {
    if (navigator.onLine === false) break
    await wait(pause)
    const outcome = await outcomeOf(write)
    if (outcome === 'done') return answerOf(write)
    if (outcome === 'not-received') throw new NetworkError({ sent: false, cause })
  }
  throw new LostAnswer('unknown', { cause })
}

export async function outcomeOf(write: LostWrite): Promise<'done' | 'not-received' | 'unknown'> {
  const outcome = await Promise.race([write.ask().catch(() => undefined), wait(PATIENCE_MS)])
  if (!outcome || outcome.outcome === 'running') return 'unknown'
  if (outcome.outcome === 'not-received') write.forget()
  return outcome.outcome
}

/** Fetches the answer of a write that is done, so any failure here is `done` as well. */
async function answerOf<Reply>(write: LostWrite<Reply>): Promise<Reply> {
  try {
    return await write.again()
  } catch (cause) {
    throw new LostAnswer('done', { cause })
  } finally {
    write.forget()
  }
}

const wait = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, ms))
