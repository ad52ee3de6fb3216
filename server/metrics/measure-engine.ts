import { Counter, Gauge, type Registry } from 'prom-client'
import type { EngineLoad } from '#database/engine/engine.ts'
import type { Database } from '#database/engine/open-database.ts'

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
