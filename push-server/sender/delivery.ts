import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database/engine/open-database.ts'
import { backOff } from '#database/outbox/back-off.ts'
import { assessJobs, type ReadyJob } from '#push-server/jobs/assess-jobs.ts'
import { claimJobs } from '#push-server/jobs/claim-jobs.ts'
import type { Outcome, SendPush } from '#push-server/jobs/push.ts'
import { type JobResult, type Settled, settleJobs } from '#push-server/jobs/settle-jobs.ts'
import type { PushMetrics } from '#push-server/metrics.ts'
import { Lane } from './lane.ts'

/** Most jobs claimed and not settled: a crash delays them by a lease. */
const MOST_JOBS_CLAIMED = 500

/** ms; longer than the lane, sending and recording take together */
const LEASE_MS = 30_000

/** ms that a shutdown waits for pushes under way, out of the 9 s that a server has */
const SHUTDOWN_MS = 5_000

export interface DeliveryOptions {
  database: Database
  send: SendPush
  metrics: PushMetrics
  /** address of the app in people's browsers, without a slash at the end */
  publicUrl: string
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  /** ms; replaced in tests */
  lease?: number
}

/**
 * Sends claimed jobs: passes each to the lane of its push service, and records outcomes in batches. A job that is not recorded
 * within its lease is claimed again.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #lanes = new Map<string, Lane>()
  #settled: Settled[] = []
  #held = 0

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** Whether nothing is claimed, under way or to be recorded. */
  get isIdle(): boolean {
    return this.#held === 0 && this.#settled.length === 0
  }

  /**
   * Records outcomes so far, then claims and sends as many jobs as there is room for. Resolves to the number claimed, while
   * they are under way. Throws if the database is unavailable; then no outcome is lost.
   */
  async turn(): Promise<number> {
    const { database, publicUrl, clock, lease = LEASE_MS } = this.#options
    await this.#writeDown()
    const limit = MOST_JOBS_CLAIMED - this.#held
    if (limit <= 0) return 0
    const now = clock()
    const claimed = await claimJobs(database, {
      limit,
      lease,
      without: [...this.#lanes].flatMap(([origin, lane]) => (lane.roomAt(now) > 0 ? [] : origin)),
      roomOf: (origin) => this.#laneOf(origin).roomAt(now),
      now,
    })
    const { ready, settled } = await assessJobs(database.kysely, claimed, { publicUrl, now: clock() })
    for (const one of settled) this.#settle(one.job, one.result)
    this.#held += ready.length
    for (const one of ready) this.#laneOf(one.job.origin).add(one)
    return claimed.length
  }

  /** Claims nothing more, waits a while for pushes under way and records them. Slower ones are sent again. */
  async end(): Promise<void> {
    const drained = Promise.all([...this.#lanes.values()].map((lane) => lane.drain()))
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref())])
    await this.#writeDown()
  }

  /** Push services whose breaker is open. */
  openBreakers(): string[] {
    const now = this.#options.clock()
    return [...this.#lanes].filter(([, { breaker }]) => breaker.isOpen(now)).map(([origin]) => origin)
  }

  async #writeDown(): Promise<void> {
    const settled = this.#settled
    this.#settled = []
    try {
      await settleJobs(this.#options.database, settled, this.#options.clock())
    } catch (error) {
      this.#settled.unshift(...settled)
      throw error
    }
  }

  #laneOf(origin: string): Lane {
    const known = this.#lanes.get(origin)
    if (known) return known
    const { send, clock } = this.#options
    const lane = new Lane({
      send,
      clock,
      onOutcome: (ready, outcome) => this.#take(ready, outcome),
      onHeldBack: ({ job }, at) => {
        this.#held -= 1
        this.#settle(job, { kind: 'postponed', at })
      },
      onLapsed: () => {
        this.#held -= 1
      },
    })
    this.#lanes.set(origin, lane)
    return lane
  }

  #take(ready: ReadyJob, outcome: Outcome): void {
    const { metrics, clock, log } = this.#options
    const { job } = ready
    if (outcome.kind === 'sent' && job.subject?.kind === 'opening')
      metrics.accepted(job.origin, clock() - beganAt(ready))
    if (outcome.kind === 'refused') log.warn({ job: job.id, origin: job.origin, why: outcome.why }, 'push refused')
    this.#held -= 1
    this.#settle(job, resultOf(ready, outcome, clock()))
  }

  #settle(job: Settled['job'], result: JobResult): void {
    const name = result.kind === 'ended' ? result.outcome : result.kind === 'again' ? 'retried' : result.kind
    this.#options.metrics.count(job.origin, name)
    this.#settled.push({ job, result })
  }
}

function resultOf({ job, deadline }: ReadyJob, outcome: Outcome, now: number): JobResult {
  if (outcome.kind === 'refused') return { kind: 'ended', outcome: 'refused', why: outcome.why }
  if (outcome.kind !== 'later') return { kind: outcome.kind }
  const at = now + Math.max(backOff(job.attempts), outcome.wait)
  if (at >= deadline) return { kind: 'ended', outcome: 'expired', why: outcome.why }
  return { kind: 'again', at, why: outcome.why }
}

/** Time of the opening, or of the end of quiet hours: a first attempt planned a minute later or more was delayed on purpose. */
function beganAt({ job: { attempts, announced_at, available_at } }: ReadyJob): number {
  const [announced, available] = [Date.parse(announced_at), Date.parse(available_at)]
  return attempts === 1 && available - announced > 60_000 ? available : announced
}
