import { Counter, Histogram, Registry } from 'prom-client'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { gaugesIn, sharedReading } from '#server/metrics.ts'

type PushResult = 'sent' | 'gone' | 'refused' | 'retried' | 'expired' | 'unneeded' | 'postponed'

const BUCKETS_S = [0.5, 1, 2, 5, 10, 30, 60, 300, 3_600]

export class PushMetrics {
  readonly #results: Counter<'origin' | 'result'>
  readonly #accepted: Histogram<'origin'>

  constructor(registry = new Registry()) {
    const registers = [registry]
    this.#results = new Counter({
      name: 'push_results_total',
      help: 'Results of pushes, and of attempts to deliver them.',
      labelNames: ['origin', 'result'],
      registers,
    })
    this.#accepted = new Histogram({
      name: 'push_accepted_seconds',
      help: 'Time from an opening until a push service accepted the push about it.',
      labelNames: ['origin'],
      buckets: BUCKETS_S,
      registers,
    })
  }

  count(origin: string, result: PushResult): void {
    this.#results.inc({ origin, result })
  }

  /** Records the ms between the opening and the acceptance of a push about it. */
  accepted(origin: string, ms: number): void {
    this.#accepted.observe({ origin }, ms / 1_000)
  }
}

interface Measured {
  database: Database
  openBreakers: () => string[]
  clock: () => number
}

/** Measures waiting jobs, and push services that fail now. Values that the database can't provide are left out. */
export function measureQueue(registry: Registry, { database, openBreakers, clock }: Measured): void {
  const { gauge, gaugeBy } = gaugesIn(registry)
  const read = sharedReading(() => countQueue(database.kysely, clock()))

  gauge('push_queue_jobs', 'Pushes waiting to be sent.', async () => (await read())?.count)
  gauge('push_queue_age_seconds', 'Time since the oldest waiting push became due.', async () => {
    const queue = await read()
    return queue && queue.age / 1_000
  })
  const ofBreakers = 'Push services that fail and are paused.'
  gaugeBy('origin', 'push_breaker_open', ofBreakers, () => openBreakers().map((origin) => [origin, 1] as const))
}

interface PushQueue {
  count: number
  /** ms since the oldest waiting job became due */
  age: number
}

async function countQueue(kysely: Kysely, now: number): Promise<PushQueue> {
  const { count, oldest } = await kysely
    .selectFrom('push_job')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('available_at').as('oldest')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  // Both engines return null for no rows, which the type of the aggregate omits.
  return { count, age: (oldest as string | null) === null ? 0 : Math.max(0, now - Date.parse(oldest)) }
}
