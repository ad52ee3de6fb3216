import { mkdirSync } from 'node:fs'
import { seedDemoSchool } from '#database/demo/seed-demo-school.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import type { Config } from '#server/config.ts'
import { hashPassword } from '#server/password-hash.ts'
import { keepDemoAccounts, makePassword } from './demo-accounts.ts'

/** A step may have to go through every enrolment there is, and nobody waits for an answer (ms). */
const PATIENCE = 10 * 60_000

/** Brings the tables up to date, once and before any server runs, and fills an empty database with the demo school. */
export async function prepareDatabase({ databaseUrl, dataDir, demo, demoPassword }: Config): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = openDatabase(databaseUrl, { patience: PATIENCE })
  try {
    await migrate(database)
    if (!demo) return
    const password = demoPassword ?? makePassword()
    const accounts = await seedDemoSchool(database, { now: Date.now(), passwordHash: await hashPassword(password) })
    if (accounts.length > 0) keepDemoAccounts(dataDir, accounts, password)
  } finally {
    await database.close()
  }
}
