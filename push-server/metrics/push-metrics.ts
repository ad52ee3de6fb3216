import { Counter, Histogram, Registry } from 'prom-client'

/** What became of a push, or of an attempt to bring it. */
export type PushResult = 'sent' | 'gone' | 'refused' | 'retried' | 'expired' | 'unneeded' | 'postponed'

/** s */
const BUCKETS = [0.5, 1, 2, 5, 10, 30, 60, 300, 3_600]

/** What this process sent since it started, by push service. */
export class PushMetrics {
  readonly #results: Counter<'origin' | 'result'>
  readonly #accepted: Histogram<'origin'>

  constructor(registry = new Registry()) {
    const registers = [registry]
    this.#results = new Counter({
      name: 'push_results_total',
      help: 'What became of pushes, or of attempts to bring them.',
      labelNames: ['origin', 'result'],
      registers,
    })
    this.#accepted = new Histogram({
      name: 'push_accepted_seconds',
      help: 'From an opening until a push service had taken the push about it.',
      labelNames: ['origin'],
      buckets: BUCKETS,
      registers,
    })
  }

  count(origin: string, result: PushResult): void {
    this.#results.inc({ origin, result })
  }

  /** How long (ms) after the opening a push service had taken a push about it. */
  accepted(origin: string, ms: number): void {
    this.#accepted.observe({ origin }, ms / 1_000)
  }
}
