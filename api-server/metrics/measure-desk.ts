import { Gauge, Histogram, type Registry } from 'prom-client'
import type { BatchWatch } from '#api-server/batches/batch-watch.ts'

/** s; half a second is what the opening storm may take */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const REQUESTS = [1, 2, 5, 10, 20, 50, 100]

/** What is to be known of a desk (api-server/batches), under names that begin with `name`. */
export function measureDesk(registry: Registry, name: 'enrollment_desk' | 'refresh_desk'): BatchWatch {
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
