import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { interleaved } from '../../api/support/interleaved.ts'
import { DESKS } from '../../api/support/schedule.ts'
import { withoutWaiting } from '../../api/support/without-waiting.ts'
import { startPostgres } from '../../support/postgres-cluster.ts'
import { sqliteEngine } from '../../support/sqlite-engine.ts'

/** A database of its own, with a connection for each desk as two processes have. */
export type RaceWorld = readonly Database[]

/** Desks wait for each other most of the time, so it takes this many races side by side to keep a processor busy. */
const ON_SQLITE = 16
/** each takes connections */
const ON_POSTGRES = 6
const TIMEOUT = 10_000

/** Lets `work` use worlds nobody was in before. */
export type InWorlds = <Result>(work: (worlds: readonly RaceWorld[]) => Promise<Result>) => Promise<Result>

export const inSqliteWorlds: InWorlds = async (work) => {
  const urls = await Promise.all(Array.from({ length: ON_SQLITE }, () => sqliteEngine.freshUrl()))
  try {
    return await inWorlds(urls, work)
  } finally {
    for (const url of urls) await sqliteEngine.remove(url)
  }
}

export const inPostgresWorlds: InWorlds = async (work) => {
  const cluster = await startPostgres()
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  try {
    const names = Array.from({ length: ON_POSTGRES }, (_, n) => `world_${n}`)
    const urls: string[] = []
    for (const name of names) urls.push(await cluster.create(name))
    for (const url of urls) await migrateAt(url)
    return await inWorlds(urls, work)
  } finally {
    await cluster.stop()
  }
}

async function inWorlds<Result>(
  urls: readonly string[],
  work: (worlds: readonly RaceWorld[]) => Promise<Result>,
): Promise<Result> {
  const open = async (url: string) => interleaved(await withoutWaiting(openDatabase(url, { timeout: TIMEOUT })))
  const worlds = await Promise.all(urls.map((url) => Promise.all(Array.from({ length: DESKS }, () => open(url)))))
  try {
    return await work(worlds)
  } finally {
    for (const database of worlds.flat()) await database.close()
  }
}

async function migrateAt(url: string): Promise<void> {
  const database = openDatabase(url, { timeout: TIMEOUT })
  await migrate(database)
  await database.close()
}
