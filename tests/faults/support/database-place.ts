import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { type PostgresCluster, startPostgres } from '#tests/support/postgres-cluster.ts'

/** Where a fault happens: a migrated database of its own, and a folder for the servers' keys. */
export interface DatabasePlace {
  engine: 'SQLite' | 'PostgreSQL'
  url: string
  dataDir: string
  /** for what looks on from outside; waits long, since no fault is to hit it */
  database: Database
  /** closes, ends and removes all of it */
  dispose(): Promise<void>
}

export type PostgresPlace = DatabasePlace & { cluster: PostgresCluster }

const TIMEOUT = 30_000

/** `migrated`: false leaves the tables to the caller. */
export async function openSqlitePlace({ parent = tmpdir(), migrated = true } = {}): Promise<DatabasePlace> {
  const dataDir = newFolder(parent)
  const url = `sqlite:${join(dataDir, 'app.db')}`
  const database = await openPlaced(url, migrated)
  return {
    engine: 'SQLite',
    url,
    dataDir,
    database,
    dispose: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface PostgresPlaceOptions {
  /** false: commits are acknowledged before they are written, as no school may have it; for controls */
  durable?: boolean
  /** an empty folder for the tables, all else staying where it is */
  tablespace?: string
  /** where all of it is, instead of the usual temporary folder */
  parent?: string
  /** false leaves the tables to the caller */
  migrated?: boolean
}

export async function openPostgresPlace({
  durable = true,
  migrated = true,
  tablespace,
  parent,
}: PostgresPlaceOptions = {}): Promise<PostgresPlace> {
  const cluster = await startPostgres({ durable, parent })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  const admin = new Client(cluster.url('postgres'))
  await admin.connect()
  if (tablespace) await admin.query(`create tablespace apart location '${tablespace}'`)
  await admin.query(`create database faults${tablespace ? ' tablespace apart' : ''}`)
  await admin.end()
  const dataDir = newFolder()
  const url = cluster.url('faults')
  const database = await openPlaced(url, migrated)
  return {
    engine: 'PostgreSQL',
    url,
    dataDir,
    database,
    cluster,
    dispose: async () => {
      await database.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Works in a place, and leaves nothing of it behind, also when that fails. */
export async function within<Place extends DatabasePlace, Result>(
  opening: Promise<Place>,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const place = await opening
  try {
    return await work(place)
  } finally {
    await place.dispose()
  }
}

const newFolder = (parent = tmpdir()) => mkdtempSync(join(parent, 'wiskunde-fault-'))

async function openPlaced(url: string, migrated: boolean): Promise<Database> {
  const database = openDatabase(url, { timeout: TIMEOUT })
  if (migrated) await migrate(database)
  return database
}
