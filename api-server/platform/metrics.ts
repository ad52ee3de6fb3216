import { Gauge, Histogram, type Registry } from 'prom-client'
import type { BatchWatch } from '#api-server/platform/batching.ts'

/** s; half a second is what the opening storm may take */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const REQUESTS = [1, 2, 5, 10, 20, 50, 100]

/** What is to be known of a desk (api-server/batches), under names that begin with `name`. */
function measureDesk(registry: Registry, name: 'enrollment_desk' | 'refresh_desk'): BatchWatch {
  const registers = [registry]
  const sizes = new Histogram({
    name: `${name}_batch_requests`,
    help: 'Requests handled in one transaction.',
    buckets: REQUESTS,
    registers,
  })
  const waits = new Histogram({
    name: `${name}_wait_seconds`,
    help: 'How long the first of a batch waited for its turn.',
    buckets: SECONDS,
    registers,
  })
  const transactions = new Histogram({
    name: `${name}_transaction_seconds`,
    help: 'From the beginning of a batch to its end.',
    buckets: SECONDS,
    registers,
  })
  return {
    queue: (length) =>
      void new Gauge({
        name: `${name}_waiting`,
        help: 'Requests that wait for the next batch; 2000 at most.',
        registers,
        collect() {
          this.set(length())
        },
      }),
    began: (size, waited) => {
      sizes.observe(size)
      waits.observe(waited / 1_000)
    },
    ended: (ms) => transactions.observe(ms / 1_000),
  }
}

/** A number that is asked for when somebody reads the page. */
type Reading = () => number

/** What is to be known of the API server besides its requests; see server/metrics.rationale.md. */
interface ApiMetrics {
  enrolling: BatchWatch
  refreshing: BatchWatch
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
  return {
    enrolling: measureDesk(registry, 'enrollment_desk'),
    refreshing: measureDesk(registry, 'refresh_desk'),
    passwordQueue: gauge('password_queue_waiting', 'Passwords that wait to be hashed; 200 at most.'),
    liveStreams: gauge('live_streams', 'Open connections of screens that follow what changes.'),
  }
}
