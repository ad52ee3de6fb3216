import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#database/engine/open-database.ts'
import { countOutbox } from '#database/outbox/claim-and-settle.ts'
import { measureEngine } from './measure-engine.ts'
import { sharedReading } from './shared-reading.ts'

interface Measured {
  database: Database
  /** ms since the epoch */
  clock: () => number
}

/**
 * How this process gets on with its database, and what waits in the outbox. Of several processes each tells the same of
 * the outbox. While the database is away `database_up` is 0 and the outbox is left out.
 */
export function measureDatabase(registry: Registry, { database, clock }: Measured): void {
  const registers = [registry]
  const read = sharedReading(() => countOutbox(database.kysely))
  measureEngine(registry, database)

  new Gauge({
    name: 'database_up',
    help: '1 when the database answers.',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'outbox_tasks',
    help: 'Tasks that are not done.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const counts = (await read()) ?? []
      this.reset()
      for (const { kind, count } of counts) this.set({ kind }, count)
    },
  })
  new Gauge({
    name: 'outbox_age_seconds',
    help: 'For how long the one that waits longest has been due.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const counts = (await read()) ?? []
      this.reset()
      for (const { kind, oldest } of counts) this.set({ kind }, ageOf(oldest, clock()))
    },
  })
}

/** s */
const ageOf = (since: string, now: number): number => Math.max(0, now - Date.parse(since)) / 1_000
