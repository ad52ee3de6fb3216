import { backOff } from '#database/outbox/back-off.ts'
import type { Outcome } from '#push-server/jobs/push.ts'

/** A push service counts as down if at least this share of this many latest answers are failures. */
const LATEST_ANSWERS = 30
const FAILED_SHARE = 0.9

/** ms after which an answer no longer counts */
const OUTCOME_KEPT_MS = 60_000

/** Pushes tried at once to see whether a push service is back; a single one could go to a device that always fails. */
const TRIALS = 5

/** Longest pause (ms): a push service that is back goes unnoticed for at most this long. */
const LONGEST_OPEN_MS = 300_000

/** Reports the outcome of a push that the breaker let through, once. */
export type Note = (outcome: Outcome, now: number, attempts: number) => void

/**
 * Circuit breaker for a push service that is down: when nearly all of its answers are failures, nothing is sent for a while,
 * then a few trial pushes. The pause doubles each time, and is at least any Retry-After among those failures. Only first
 * attempts count: repeated failures come from single devices, a few of which must not stop all others. Times in ms since the
 * epoch.
 */
export class Breaker {
  /** latest answers; `asked` is the end of the pause that a failure asked for, and null for a success */
  #latest: { at: number; asked: number | null }[] = []
  /** how often it opened since the last success; 0 while closed */
  #opened = 0
  #until = 0
  /** trial pushes under way */
  #trying = 0

  /** Time until which nothing may be sent; in the past if sending is allowed. */
  get until(): number {
    return this.#until
  }

  isOpen(now: number): boolean {
    return now < this.#until
  }

  /** Call this before each push; null means that it must wait. */
  start(now: number): Note | null {
    if (this.isOpen(now)) return null
    const opened = this.#opened
    if (opened > 0) {
      if (this.#trying >= TRIALS) return null
      this.#trying += 1
    }
    return (outcome, now, attempts) => {
      if (opened === this.#opened && opened > 0) this.#trying -= 1
      const failed = outcome.kind === 'later'
      if (failed && attempts > 1) return
      const asked = failed ? now + outcome.wait : null
      // The breaker opened after this push began, so the outcome is old; but its Retry-After may extend the pause.
      if (opened !== this.#opened) {
        if (this.isOpen(now)) this.#until = Math.max(this.#until, asked ?? 0)
      } else if (opened > 0 && !failed) this.#close()
      else this.#assess({ at: now, asked }, opened > 0 ? TRIALS : LATEST_ANSWERS)
    }
  }

  #assess(answer: { at: number; asked: number | null }, enough: number): void {
    const { at } = answer
    this.#latest = [...this.#latest.slice(1 - enough), answer].filter((before) => at - before.at < OUTCOME_KEPT_MS)
    const failures = this.#latest.flatMap(({ asked }) => asked ?? [])
    if (failures.length < enough * FAILED_SHARE) return
    this.#opened += 1
    this.#until = Math.max(at + Math.min(backOff(this.#opened), LONGEST_OPEN_MS), ...failures)
    this.#latest = []
    this.#trying = 0
  }

  #close(): void {
    this.#opened = 0
    this.#latest = []
    this.#trying = 0
  }
}
