import { Counter, Gauge, type Registry } from 'prom-client'
import type { EngineLoad } from '#database/engine/engine.ts'
import type { Database } from '#database/engine/open-database.ts'
import { countOutbox } from '#database/outbox/claim-and-settle.ts'
import { sharedReading } from './metrics.ts'

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

/** What only one of the engines has: connections and who waits for one, or waits for another process's transaction. */
export function measureEngine(registry: Registry, { load }: Pick<Database, 'load'>): void {
  const registers = [registry]

  const gauge = (name: string, help: string, read: (load: EngineLoad) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(load()))
      },
    })
  const counter = (name: string, help: string, read: (load: EngineLoad) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read(load()))
      },
    })

  if (load().engine === 'postgres') {
    const of = (name: 'inUse' | 'idle' | 'waiting') => (now: EngineLoad) => (now.engine === 'postgres' ? now[name] : 0)
    gauge('database_pool_in_use', 'Connections to PostgreSQL that somebody has now; 10 at most.', of('inUse'))
    gauge('database_pool_idle', 'Connections to PostgreSQL that nobody has now.', of('idle'))
    gauge('database_pool_waiting', 'Who waits for a connection.', of('waiting'))
  } else {
    const of = (name: 'busyWaits' | 'busyMs') => (now: EngineLoad) => (now.engine === 'sqlite' ? now[name] : 0)
    counter('sqlite_busy_waits_total', 'Waits of over 20 ms for the transaction of another process.', of('busyWaits'))
    counter('sqlite_busy_seconds_total', 'How long those took.', (now) => of('busyMs')(now) / 1_000)
  }
}
