import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import type { BenchOptions } from '../bench.ts'
import type { BenchRow } from '../result-table.ts'
import { growthRows } from './growth-rows.ts'

const SIZES = [1_000, 10_000, 100_000]

/**
 * `npm run bench growth`: what each call takes as the school grows to a hundred times its size, and to a million
 * enrollments. All sizes are asked in turn.
 */
export async function benchGrowth({ students = Number.POSITIVE_INFINITY }: BenchOptions): Promise<BenchRow[]> {
  const sizes = SIZES.filter((size) => size <= students)
  return [...(await onSqlite(sizes)), ...(await onPostgres(sizes))]
}

async function onSqlite(sizes: readonly number[]): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  try {
    return await growthRows(
      'SQLite',
      sizes.map((size) => ({ size, url: `sqlite:${join(folder, `${size}.db`)}` })),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function onPostgres(sizes: readonly number[]): Promise<BenchRow[]> {
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  try {
    const admin = new Client(cluster.url('postgres'))
    await admin.connect()
    for (const size of sizes) await admin.query(`create database school_${size}`)
    await admin.end()
    return await growthRows(
      'PostgreSQL',
      sizes.map((size) => ({ size, url: cluster.url(`school_${size}`) })),
    )
  } finally {
    await cluster.stop()
  }
}
