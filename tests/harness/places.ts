import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { type PostgresCluster, startPostgres } from '#tests/support/postgres-cluster.ts'

export type Engine = 'SQLite' | 'PostgreSQL'
const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL']

/** Environment for one bench or fault: a database of its own, and a folder for the servers' keys. */
export interface Place {
  engine: Engine
  url: string
  dataDir: string
  /** connection of the bench or fault itself, opened at first use; its timeout is long, so that faults do not disturb it */
  readonly database: Database
  /** fills the migrated database, then closes the connection: what is measured next is the only user of the database */
  fill<Filled>(seed: (database: Database) => Promise<Filled>): Promise<Filled>
  /** makes another, empty database on the same engine; resolves to its address */
  another(name: string): Promise<string>
  /** closes the connection, stops the engine and removes the files */
  dispose(): Promise<void>
}

export type PostgresPlace = Place & { cluster: PostgresCluster }

interface PlaceOptions {
  /** false: makes no tables */
  migrated?: boolean
  /** folder for all files of the place; the temporary folder if left out */
  parent?: string
  /** ms that a query on `database` waits at most */
  timeout?: number
}

interface PostgresOptions extends PlaceOptions {
  /** empty folder for the tables alone */
  tablespace?: string
  /** settings that differ from PostgreSQL's defaults */
  settings?: Record<string, string>
}

export async function openSqlitePlace(options: PlaceOptions = {}): Promise<Place> {
  const dataDir = newFolder(options.parent)
  const urlOf = (name: string) => `sqlite:${join(dataDir, `${name}.db`)}`
  const remove = async () => rmSync(dataDir, { recursive: true, force: true })
  return openPlace(
    { engine: 'SQLite', url: urlOf('app'), dataDir, another: async (name) => urlOf(name) },
    remove,
    options,
  )
}

export async function openPostgresPlace(options: PostgresOptions = {}): Promise<PostgresPlace> {
  const { tablespace, parent, settings = {} } = options
  const cluster = await startPostgres({ durable: true, parent, settings })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  if (tablespace) await cluster.ask(`create tablespace apart location '${tablespace}'`)
  const url = await cluster.create('school', tablespace && 'tablespace apart')
  const dataDir = newFolder()
  const remove = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const place = await openPlace({ engine: 'PostgreSQL', url, dataDir, another: cluster.create }, remove, options)
  return Object.assign(place, { cluster })
}

type Where = Pick<Place, 'engine' | 'url' | 'dataDir' | 'another'>

async function openPlace(
  where: Where,
  remove: () => Promise<void>,
  { migrated = true, timeout = 60_000 }: PlaceOptions,
): Promise<Place> {
  let opened: Database | undefined
  const open = () => {
    opened ??= openDatabase(where.url, { timeout })
    return opened
  }
  const close = async () => {
    const closing = opened
    opened = undefined
    await closing?.close()
  }
  if (migrated) await migrate(open())
  const place = {
    fill: async <Filled>(seed: (database: Database) => Promise<Filled>) => {
      const filled = await seed(open())
      await close()
      return filled
    },
    dispose: () => close().then(remove),
  }
  return Object.defineProperty({ ...where, ...place }, 'database', { get: open }) as typeof place & Where & Place
}

/** Runs `work` in a place and removes the place afterwards, also if `work` fails. */
export async function within<Opened extends Place, Result>(
  opening: Promise<Opened>,
  work: (place: Opened) => Promise<Result>,
): Promise<Result> {
  const place = await opening
  try {
    return await work(place)
  } finally {
    await place.dispose()
  }
}

export const onEngine = <Result>(
  engine: Engine,
  work: (place: Place) => Promise<Result>,
  options: PlaceOptions = {},
): Promise<Result> =>
  within<Place, Result>(engine === 'SQLite' ? openSqlitePlace(options) : openPostgresPlace(options), work)

/** Runs `work` on both engines, or on those given, one after the other; returns the rows of all. */
export async function onEach<Row>(
  work: (place: Place) => Promise<Row | Row[]>,
  { engines = ENGINES, ...options }: PlaceOptions & { engines?: readonly Engine[] } = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of engines) rows.push(...([await onEngine(engine, work, options)].flat() as Row[]))
  return rows
}

export const newFolder = (parent = tmpdir()): string => mkdtempSync(join(parent, 'wiskunde-harness-'))
