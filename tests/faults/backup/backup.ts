import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../support/postgres-cluster.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'
import { type MakeUrl, takeBackups } from './take-backups.ts'

const BACKUPS = { quick: 2, full: 20 }

/** Backups of a school in which somebody writes all the while; `npm test` has one on each database. */
export const backup: Fault = {
  quick: false,
  run: async (extent) => [await onSqlite(extent), await onPostgres(extent)],
}

const onSqlite = (extent: Extent) =>
  row('SQLite', extent, (folder) => async (name) => `sqlite:${join(folder, name, 'app.db')}`)

async function onPostgres(extent: Extent): Promise<FaultRow> {
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  const make: MakeUrl = async (name) => {
    const admin = new Client(cluster.url('postgres'))
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    return cluster.url(name)
  }
  try {
    return await row('PostgreSQL', extent, () => make)
  } finally {
    await cluster.stop()
  }
}

async function row(engine: string, extent: Extent, urls: (folder: string) => MakeUrl): Promise<FaultRow> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-'))
  try {
    const { backups, lost, torn, written } = await takeBackups(folder, urls(folder), BACKUPS[extent])
    return {
      fault: `backup of ${engine} while others write, put back elsewhere`,
      done: `${backups} × of a demo school, during ${written} transactions of two rows`,
      invariant: 'each is, row by row, the state of one moment after it began',
      measured: `${lost} lost, ${torn} torn`,
      goal: '0 of each',
      held: lost === 0 && torn === 0 && written > 0,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
