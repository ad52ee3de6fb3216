import { Counter, Gauge, type Registry } from 'prom-client'
import type { EngineLoad } from '#database/engine/engine.ts'
import type { Database } from '#database/engine/open-database.ts'
import { countOutbox } from '#database/outbox/claim-and-settle.ts'
import { sharedReading } from './metrics.ts'

interface Measured {
  database: Database
  clock: () => number
}

/**
 * Measures this process's use of the database, and waiting tasks in the outbox, of which all processes report the same. While
 * the database is unavailable, `database_up` is 0 and the outbox is left out.
 */
export function measureDatabase(registry: Registry, { database, clock }: Measured): void {
  const registers = [registry]
  const read = sharedReading(() => countOutbox(database.kysely))
  measureEngine(registry, database)
  measureReplication(registry, database)

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
  new Gauge({
    name: 'outbox_failing_tasks',
    help: 'Tasks that failed and are to be tried again.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const counts = (await read()) ?? []
      this.reset()
      for (const { kind, failing } of counts) this.set({ kind }, failing)
    },
  })
  new Gauge({
    name: 'outbox_failing_seconds',
    help: 'For how long the first of those has waited in all: what failed is not due until it is tried again.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const counts = (await read()) ?? []
      this.reset()
      for (const { kind, failing_since } of counts)
        this.set({ kind }, failing_since === null ? 0 : ageOf(failing_since, clock()))
    },
  })
}

/**
 * Measures standbys of this PostgreSQL, from its own list. Values that our role may not see (without `pg_monitor`) count as
 * `hidden`. SQLite has none.
 */
export function measureReplication(
  registry: Registry,
  { isRemote, listStandbys }: Pick<Database, 'isRemote' | 'listStandbys'>,
): void {
  if (!isRemote) return
  const registers = [registry]
  const read = sharedReading(listStandbys)

  new Gauge({
    name: 'postgres_standbys',
    help: 'Standbys that follow PostgreSQL, by state; of those that stream it is told too when there are none.',
    labelNames: ['state'],
    registers,
    async collect() {
      const standbys = await read()
      this.reset()
      if (!standbys) return
      this.set({ state: 'streaming' }, 0)
      for (const { state } of standbys) this.inc({ state: state ?? 'hidden' })
    },
  })
  new Gauge({
    name: 'postgres_standby_lag_bytes',
    help: 'What a standby does not have on its disk yet.',
    labelNames: ['standby'],
    registers,
    async collect() {
      const standbys = (await read()) ?? []
      this.reset()
      for (const { name, lag } of standbys) if (lag !== null) this.set({ standby: name }, lag)
    },
  })
}

/** Age in s. */
const ageOf = (since: string, now: number): number => Math.max(0, now - Date.parse(since)) / 1_000

/**
 * Measures values of only one of the engines: connections and callers that wait for one, or waits for other processes'
 * transactions.
 */
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
