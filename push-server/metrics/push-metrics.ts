/** What became of a push, or of an attempt to bring it. */
export type PushResult = 'sent' | 'gone' | 'refused' | 'retried' | 'expired' | 'unneeded' | 'postponed'

/** s */
const BUCKETS = [0.5, 1, 2, 5, 10, 30, 60, 300, 3_600]

interface Histogram {
  /** one for each of BUCKETS, each counting what is at most that long */
  counts: number[]
  sum: number
  count: number
}

/** What this process sent since it started, by push service. */
export class PushMetrics {
  readonly #results = new Map<string, number>()
  readonly #accepted = new Map<string, Histogram>()

  count(origin: string, result: PushResult): void {
    const name = `push_results_total{origin="${origin}",result="${result}"}`
    this.#results.set(name, (this.#results.get(name) ?? 0) + 1)
  }

  /** How long (ms) after the opening a push service had taken a push about it. */
  accepted(origin: string, ms: number): void {
    const known = this.#accepted.get(origin)
    const histogram = known ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 }
    if (!known) this.#accepted.set(origin, histogram)
    const seconds = ms / 1_000
    histogram.sum += seconds
    histogram.count += 1
    BUCKETS.forEach((limit, index) => {
      if (seconds <= limit) histogram.counts[index] = (histogram.counts[index] ?? 0) + 1
    })
  }

  /** In the text format of Prometheus, without what is asked of the database. */
  lines(): string[] {
    return [
      '# HELP push_results_total What became of pushes, or of attempts to bring them.',
      '# TYPE push_results_total counter',
      ...[...this.#results].map(([name, count]) => `${name} ${count}`),
      '# HELP push_accepted_seconds From an opening until a push service had taken the push about it.',
      '# TYPE push_accepted_seconds histogram',
      ...[...this.#accepted].flatMap(([origin, histogram]) => linesOf(origin, histogram)),
    ]
  }
}

const linesOf = (origin: string, { counts, sum, count }: Histogram): string[] => [
  ...BUCKETS.map(
    (limit, index) => `push_accepted_seconds_bucket{origin="${origin}",le="${limit}"} ${counts[index] ?? 0}`,
  ),
  `push_accepted_seconds_bucket{origin="${origin}",le="+Inf"} ${count}`,
  `push_accepted_seconds_sum{origin="${origin}"} ${sum}`,
  `push_accepted_seconds_count{origin="${origin}"} ${count}`,
]
