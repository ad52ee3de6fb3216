import type { AppEventName } from '#contract/app-events.ts'
import type { WriteOutcome } from '#contract/outcomes.ts'
import { LostAnswer, NetworkError } from './api-error.ts'

/*
 * What became of a write whose answer was lost (decision 56): done, refused or unknown. The server knows by the key that
 * the write carried. It is asked at once and a few times more, since the person waits. Done: the same write is sent again,
 * which does nothing and brings the answer. Not received: the server refuses it from then on, so it is as if it was never
 * sent. Otherwise it stays unknown, and is asked about again later (src/app/lost-answers.tsx).
 */

/** A write whose answer was lost. */
export interface LostWrite<Reply = unknown> {
  key: string
  /** the event by which screens are renewed once it was done */
  event: AppEventName | undefined
  /** Whether somebody learned of it since, by sending it again. */
  isKnown: () => boolean
  ask: () => Promise<WriteOutcome>
  /** Sends it again by its key, which brings the answer of one that is done. */
  again: () => Promise<Reply>
  /** Its key is free: the next write, though alike, is another one. */
  forget: () => void
}

/** ms before each time that the server is asked while the person waits */
const PAUSES_MS = [0, 1_000]

/** Longer than this (ms) no answer is awaited while the person waits. */
const PATIENCE_MS = 3_000

/** What the write answered; rejects with a `LostAnswer`, or with a `NetworkError` that was not `sent` where nothing was done. */
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

/** What is known of it now. Once it is known its key is free. */
export async function outcomeOf(write: LostWrite): Promise<'done' | 'not-received' | 'unknown'> {
  const asked = await Promise.race([write.ask().catch(() => undefined), wait(PATIENCE_MS)])
  if (!asked || asked.outcome === 'running') return 'unknown'
  if (asked.outcome === 'not-received') write.forget()
  return asked.outcome
}

/** Whatever fails now, the write is done. */
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
