import { setTimeout as delay } from 'node:timers/promises'
import { Crowd } from './asking-crowd.ts'
import type { Answer } from './connection.ts'

export interface OpenLoop {
  ports: readonly number[]
  perSecond: number
  seconds: number
  /** people with a connection each, who ask one thing at a time, and nothing while a 503 makes them wait */
  people: number
  /** the n-th request, from 0 */
  next(n: number): string
}

export interface OpenLoopAnswer extends Pick<Answer, 'status' | 'retryAfter'> {
  /** ms from when it was due */
  latency: number
  /** ms since the first was due */
  at: number
}

/** Often enough for thousands a second; each look sends all that is due (ms). */
const LOOK_MS = 1

/**
 * Sends at this rate whatever the answers do, as long as there are people who do not wait for one, and waits for all
 * answers. A connection that broke counts as an answer of status 0.
 */
export async function sendOpenLoop({ ports, perSecond, seconds, people, next }: OpenLoop): Promise<OpenLoopAnswer[]> {
  const crowds = await Promise.all(ports.map((port) => Crowd.before(port, Math.ceil(people / ports.length))))
  const started = performance.now()
  const answers: Promise<OpenLoopAnswer>[] = []

  const send = async (n: number): Promise<OpenLoopAnswer> => {
    const due = started + (n * 1_000) / perSecond
    const answer = await crowds[n % ports.length]?.ask(next(n))
    const now = performance.now()
    return { status: answer?.status ?? 0, retryAfter: answer?.retryAfter, latency: now - due, at: now - started }
  }

  for (let n = 0; n < perSecond * seconds; ) {
    const dueByNow = ((performance.now() - started) * perSecond) / 1_000
    while (n <= dueByNow && n < perSecond * seconds) answers.push(send(n++))
    await delay(LOOK_MS)
  }
  const outcomes = await Promise.all(answers)
  for (const crowd of crowds) crowd.close()
  return outcomes
}

const LONGEST_WAIT_S = 1

/** 503 with Retry-After of at most a second. */
export const isSentAway = ({ status, retryAfter }: OpenLoopAnswer): boolean =>
  status === 503 && retryAfter !== undefined && retryAfter <= LONGEST_WAIT_S
