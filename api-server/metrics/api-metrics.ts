import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { BatchWatch } from '#api-server/batches/batch-watch.ts'

/** s; half a second is what the opening storm may take */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** A number that is asked for when somebody reads the page. */
export type Reading = () => number

/** What is to be known of the API server besides its requests; see server/metrics/metrics.rationale.md. */
export interface ApiMetrics {
  desk: BatchWatch
  /** a request was refused since there was too much to do */
  refused(): void
  passwordQueue(length: Reading): void
  liveStreams(size: Reading): void
}

export function createApiMetrics(registry: Registry): ApiMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string) => (read: Reading) =>
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const seconds = (name: string, help: string) => new Histogram({ name, help, buckets: SECONDS, registers })

  const sizes = new Histogram({
    name: 'enrollment_desk_batch_requests',
    help: 'Requests handled in one transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100],
    registers,
  })
  const waits = seconds('enrollment_desk_wait_seconds', 'How long the first of a batch waited for its turn.')
  const transactions = seconds('enrollment_desk_transaction_seconds', 'From the beginning of a batch to its end.')
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503, unread, since there was too much to do.',
    registers,
  })

  return {
    desk: {
      queue: gauge('enrollment_desk_waiting', 'Requests that wait for the next batch; 2000 at most.'),
      began: (size, waited) => {
        sizes.observe(size)
        waits.observe(waited / 1_000)
      },
      ended: (ms) => transactions.observe(ms / 1_000),
    },
    refused: () => shed.inc(),
    passwordQueue: gauge('password_queue_waiting', 'Passwords that wait to be hashed; 200 at most.'),
    liveStreams: gauge('live_streams', 'Open connections of screens that follow what changes.'),
  }
}
