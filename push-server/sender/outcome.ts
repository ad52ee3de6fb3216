import { readRetryAfter } from './retry-after.ts'

/** What a push service answered, or why there was no answer: an error's code, e.g. 'ECONNRESET'. */
export type Answer = { status: number; retryAfter: string | undefined } | { code: string }

export type Outcome =
  /** the push service has it, and brings it when the device is there */
  | { kind: 'sent' }
  /** the subscription is no more */
  | { kind: 'gone'; why: string }
  /** trying again would fail the same way; the subscription may still serve for another push */
  | { kind: 'refused'; why: string }
  /** not before `wait` ms; 0 when the push service did not say */
  | { kind: 'later'; why: string; wait: number }

/** Only these say that a subscription is over (RFC 8030 §7.3); deleting it for anything else would lose a student. */
const GONE = new Set([404, 410])

/** Asking again may help. All else from 300 on is our fault or theirs, and stays so. */
const TEMPORARY = new Set([408, 425, 429])

/** `now` in ms. A redirect is a refusal: where it leads was never checked. */
export function judge(answer: Answer, now: number): Outcome {
  if ('code' in answer) return { kind: 'later', why: answer.code, wait: 0 }
  const { status, retryAfter } = answer
  const why = String(status)
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (GONE.has(status)) return { kind: 'gone', why }
  if (status >= 500 || TEMPORARY.has(status)) return { kind: 'later', why, wait: readRetryAfter(retryAfter, now) }
  return { kind: 'refused', why }
}

/** Whether a push service answered; else it is an error's code, and nobody did. */
export const isStatus = (why: string): boolean => /^\d+$/.test(why)
