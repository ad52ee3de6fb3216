import type { TestProject } from 'vitest/node'
import { pgbouncer } from '../../scripts/machine.ts'
import { startPgBouncer } from './pgbouncer.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of PgBouncer in the project that goes through it; undefined in others */
    pgbouncer: string | undefined
  }
}

/** Set-up of one project, after provide-postgres.ts: its PostgreSQL tests go through PgBouncer. */
export default async function providePgBouncer(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { postgres } = project.getProvidedContext()
  const program = pgbouncer.find()
  if (!postgres || !program) throw new Error('PgBouncer or PostgreSQL is missing; the configuration should know.')
  const { url, stop } = await startPgBouncer(program, postgres.admin)
  project.provide('pgbouncer', url)
  return stop
}
