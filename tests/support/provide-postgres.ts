import type { TestProject } from 'vitest/node'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { startPostgres } from './postgres-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { admin: string; template: string } | undefined
  }
}

const TEMPLATE = 'migrated'

/** Starts one cluster a run for all projects, with a migrated database that each test file copies. */
export default async function providePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject()
  if ('postgres' in run.getProvidedContext()) return undefined
  const cluster = await startPostgres()
  if (!cluster && process.env.CI === 'true') throw new Error('PostgreSQL is missing, and CI asks for every test.')
  run.provide('postgres', cluster && { admin: cluster.url('postgres'), template: TEMPLATE })
  if (!cluster) return undefined

  const template = openDatabase(await cluster.create(TEMPLATE), { timeout: 10_000 })
  await migrate(template)
  await template.close()
  return () => cluster.stop()
}
