import type { ReadyJob } from '#push-server/jobs/assess-jobs.ts'
import { Breaker, type Note } from './breaker.ts'
import type { Outcome, SendPush } from './messenger.ts'

/** At a time to one push service: as many connections by HTTP/1.1, one by HTTP/2, which has 100 streams. */
const IN_FLIGHT = 50

/** Twice as many ahead; more would only wait here, and keep others from being claimed. */
const ENOUGH = 3 * IN_FLIGHT

/** ms of its lease that a push needs: the timeout of an answer, and time to write it down */
const NEEDED = 12_000

export interface LaneOptions {
  send: SendPush
  /** ms since the epoch */
  clock: () => number
  /** a push was answered, or could not be brought */
  onOutcome: (ready: ReadyJob, outcome: Outcome) => void
  /** its turn comes after the push service is well again */
  onHeldBack: (ready: ReadyJob, until: number) => void
  /** its lease is nearly over: it is left to the process that claims it next */
  onLapsed: () => void
}

/** The pushes to one push service, whose slowness or fall keeps no other waiting. */
export class Lane {
  readonly breaker = new Breaker()
  readonly #options: LaneOptions
  #waiting: ReadyJob[] = []
  #inFlight = new Set<Promise<void>>()

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** How many more should be claimed for it now. */
  roomAt(now: number): number {
    return this.breaker.isOpen(now) ? 0 : Math.max(0, ENOUGH - this.#waiting.length - this.#inFlight.size)
  }

  add(ready: ReadyJob): void {
    this.#waiting.push(ready)
    this.#pump()
  }

  /** Gives back what waits, and resolves when nothing is under way. */
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
      const lapsed = Date.parse(ready.job.claimed_until) - now < NEEDED
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
    // It never should, but a caller that waits for an answer must get one.
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
