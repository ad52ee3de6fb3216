import { Counter, type Registry } from 'prom-client'
import type { EngineLoad } from '#database/engine/engine.ts'
import type { Database } from '#database/engine/open-database.ts'
import { countOutbox } from '#database/outbox/claim-and-settle.ts'
import { gaugesIn, sharedReading } from './metrics.ts'

interface Measured {
  database: Database
  clock: () => number
}

/**
 * Measures this process's use of the database, and waiting tasks in the outbox, of which all processes report the same. While
 * the database is unavailable, `database_up` is 0 and the outbox is left out.
 */
export function measureDatabase(registry: Registry, { database, clock }: Measured): void {
  const { gauge, gaugeBy } = gaugesIn(registry)
  const read = sharedReading(() => countOutbox(database.kysely))
  measureEngine(registry, database)
  measureReplication(registry, database)

  gauge('database_up', '1 when the database answers.', async () => ((await read()) ? 1 : 0))
  type Outbox = Awaited<ReturnType<typeof countOutbox>>[number]
  const outbox = (name: string, help: string, of: (tasks: Outbox) => number) =>
    gaugeBy('kind', name, help, async () => ((await read()) ?? []).map((tasks) => [tasks.kind, of(tasks)] as const))
  outbox('outbox_tasks', 'Tasks that are not done.', ({ count }) => count)
  outbox('outbox_age_seconds', 'For how long the one that waits longest has been due.', ({ oldest }) =>
    ageOf(oldest, clock()),
  )
  outbox('outbox_failing_tasks', 'Tasks that failed and are to be tried again.', ({ failing }) => failing)
  outbox(
    'outbox_failing_seconds',
    'For how long the first of those has waited in all: what failed is not due until it is tried again.',
    ({ failing_since }) => (failing_since === null ? 0 : ageOf(failing_since, clock())),
  )
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
  const { gaugeBy } = gaugesIn(registry)
  const read = sharedReading(listStandbys)

  const ofStandbys =
    'Standbys that follow PostgreSQL, by state; of those that stream it is told too when there are none.'
  gaugeBy('state', 'postgres_standbys', ofStandbys, async () => {
    const standbys = await read()
    if (!standbys) return []
    const byState = Map.groupBy(standbys, ({ state }) => state ?? 'hidden')
    return ['streaming', ...[...byState.keys()].filter((state) => state !== 'streaming')].map(
      (state) => [state, byState.get(state)?.length ?? 0] as const,
    )
  })
  gaugeBy('standby', 'postgres_standby_lag_bytes', 'What a standby does not have on its disk yet.', async () =>
    ((await read()) ?? []).flatMap(({ name, lag }) => (lag === null ? [] : [[name, lag] as const])),
  )
}

/** Age in s. */
const ageOf = (since: string, now: number): number => Math.max(0, now - Date.parse(since)) / 1_000

/**
 * Measures values of only one of the engines: connections and callers that wait for one, or waits for other processes'
 * transactions.
 */
export function measureEngine(registry: Registry, { load }: Pick<Database, 'load'>): void {
  const { gauge } = gaugesIn(registry)
  const counter = (name: string, help: string, read: (load: EngineLoad) => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read(load()))
      },
    })

  if (load().engine === 'postgres') {
    const of = (name: 'inUse' | 'idle' | 'waiting') => () => {
      const now = load()
      return now.engine === 'postgres' ? now[name] : 0
    }
    gauge('database_pool_in_use', 'Connections to PostgreSQL that somebody has now; 10 at most.', of('inUse'))
    gauge('database_pool_idle', 'Connections to PostgreSQL that nobody has now.', of('idle'))
    gauge('database_pool_waiting', 'Who waits for a connection.', of('waiting'))
  } else {
    const of = (name: 'busyWaits' | 'busyMs') => (now: EngineLoad) => (now.engine === 'sqlite' ? now[name] : 0)
    counter('sqlite_busy_waits_total', 'Waits of over 20 ms for the transaction of another process.', of('busyWaits'))
    counter('sqlite_busy_seconds_total', 'How long those took.', (now) => of('busyMs')(now) / 1_000)
  }
}
