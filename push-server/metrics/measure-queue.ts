import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#database/engine/open-database.ts'
import { sharedReading } from '#server/metrics.ts'
import { countQueue } from './count-queue.ts'

interface Measured {
  database: Database
  openBreakers: () => string[]
  /** ms since the epoch */
  clock: () => number
}

/** What waits to be sent, and which push services fail now. What the database cannot say is left out. */
export function measureQueue(registry: Registry, { database, openBreakers, clock }: Measured): void {
  const registers = [registry]
  const read = sharedReading(() => countQueue(database.kysely, clock()))

  new Gauge({
    name: 'push_queue_jobs',
    help: 'Pushes that are not done.',
    registers,
    async collect() {
      const queue = await read()
      if (queue) this.set(queue.count)
      else this.remove()
    },
  })
  new Gauge({
    name: 'push_queue_age_seconds',
    help: 'For how long the one that waits longest has been due.',
    registers,
    async collect() {
      const queue = await read()
      if (queue) this.set(queue.age / 1_000)
      else this.remove()
    },
  })
  new Gauge({
    name: 'push_breaker_open',
    help: 'Push services that fail, and are left alone for a while.',
    labelNames: ['origin'],
    registers,
    collect() {
      this.reset()
      for (const origin of openBreakers()) this.set({ origin }, 1)
    },
  })
}
