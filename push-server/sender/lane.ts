import type { ReadyJob } from '#push-server/jobs/assess-jobs.ts'
import type { Outcome, SendPush } from '#push-server/jobs/push.ts'
import { Breaker, type Note } from './breaker.ts'

/** Pushes at once to one push service: as many connections with HTTP/1.1, one with HTTP/2, which has 100 streams. */
const IN_FLIGHT = 50

/** Most pushes claimed for one push service, two thirds of them waiting; more would keep other services from being served. */
const MOST_CLAIMED = 3 * IN_FLIGHT

/** ms of its lease that a push must have left when it is sent: the timeout of an answer, and time to record it. */
const LEASE_LEFT_MS = 12_000

export interface LaneOptions {
  send: SendPush
  clock: () => number
  /** called when a push was answered, or could not be delivered */
  onOutcome: (ready: ReadyJob, outcome: Outcome) => void
  /** called for a push that must wait until the push service is back */
  onHeldBack: (ready: ReadyJob, until: number) => void
  /** called for a push whose lease is nearly over; the process that claims it next sends it */
  onLapsed: () => void
}

/** Pushes to one push service, so that a slow or broken one delays no other. */
export class Lane {
  readonly breaker = new Breaker()
  readonly #options: LaneOptions
  #waiting: ReadyJob[] = []
  #inFlight = new Set<Promise<void>>()

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** Number of pushes that may be claimed for this push service now, on top of those that it has. */
  roomAt(now: number): number {
    return this.breaker.isOpen(now) ? 0 : Math.max(0, MOST_CLAIMED - this.#waiting.length - this.#inFlight.size)
  }

  add(ready: ReadyJob): void {
    this.#waiting.push(ready)
    this.#pump()
  }

  /** Gives waiting pushes back, and resolves once no push is under way. */
  async drain(): Promise<void> {
    this.#giveBack(this.#options.clock())
    await Promise.all(this.#inFlight)
  }

  #pump(): void {
    const { clock, onLapsed } = this.#options
    while (this.#inFlight.size < IN_FLIGHT && this.#waiting.length > 0) {
      const now = clock()
      const [ready] = this.#waiting
      if (!ready) break
      const lapsed = Date.parse(ready.job.claimed_until) - now < LEASE_LEFT_MS
      const note = lapsed ? null : this.breaker.start(now)
      if (!lapsed && !note) break
      this.#waiting.shift()
      if (note) this.#start(ready, note)
      else onLapsed()
    }
    if (this.breaker.isOpen(clock())) this.#giveBack(this.breaker.until)
  }

  #start(ready: ReadyJob, note: Note): void {
    const { send, clock, onOutcome } = this.#options
    // `send` should never reject; if it does, the push still gets an outcome, so that it is tried again.
    const answered = send(ready.push).catch((): Outcome => ({ kind: 'later', why: 'FAILED', wait: 0 }))
    const sending = answered.then((outcome) => {
      this.#inFlight.delete(sending)
      note(outcome, clock(), ready.job.attempts)
      onOutcome(ready, outcome)
      this.#pump()
    })
    this.#inFlight.add(sending)
  }

  #giveBack(until: number): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const ready of waiting) this.#options.onHeldBack(ready, until)
  }
}
