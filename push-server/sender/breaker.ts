import { backOff } from '#database/outbox/back-off.ts'
import type { Outcome } from './outcome.ts'

/** In a row, without one success between: it is not the one subscription. */
const FAILURES = 5

/** ms; a push service that is back is noticed within this */
const LONGEST = 300_000

/**
 * Keeps from a push service that fails: after some failures in a row nothing is sent to it for a while, then one push to
 * see; the while doubles, and is never shorter than any Retry-After of that row. Times in ms since the epoch.
 */
export class Breaker {
  #failures = 0
  #opened = 0
  #until = 0
  #trying = false

  /** Until when nothing may be sent; in the past when something may. */
  get until(): number {
    return this.#until
  }

  isOpen(now: number): boolean {
    return now < this.#until
  }

  /** Asked for each push, and answered by one `note` if it was true. */
  mayStart(now: number): boolean {
    if (this.isOpen(now) || this.#trying) return false
    // Having been open, it lets through one.
    this.#trying = this.#opened > 0
    return true
  }

  note(outcome: Outcome, now: number): void {
    this.#trying = false
    // Whatever else was answered, it was answered.
    if (outcome.kind !== 'later') {
      this.#failures = 0
      this.#opened = 0
      return
    }
    this.#failures += 1
    // Those under way when it opened fail too, and say no more than it knows; but they may ask for a longer while.
    const asked = now + outcome.wait
    if (this.isOpen(now)) this.#until = Math.max(this.#until, outcome.wait > 0 ? asked : 0)
    else if (this.#opened > 0 || this.#failures >= FAILURES) {
      this.#opened += 1
      this.#until = Math.max(now + Math.min(backOff(this.#opened), LONGEST), asked)
    }
  }
}
