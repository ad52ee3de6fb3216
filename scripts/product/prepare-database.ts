import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type DemoAccount, seedDemoSchool } from '#database/demo/seed-demo-school.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import type { Config } from '#server/config.ts'
import { hashPassword } from '#server/password-hash.ts'
import { reasonOf } from './terminal.ts'

/** A step may have to go through every enrollment there is, and nobody waits for an answer (ms). */
const MIGRATION_TIMEOUT_MS = 10 * 60_000

/** Brings the tables up to date, once and before any server runs, and fills an empty database with the demo school. */
export async function prepareDatabase({ databaseUrl, dataDir, demo, demoPassword }: Config): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await untilDatabaseAnswers(databaseUrl, console.error)
  const database = openDatabase(databaseUrl, { timeout: MIGRATION_TIMEOUT_MS })
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

const TRIES = 30
const PAUSE_MS = 1_000

/**
 * Waits for a database that is just starting, half a minute at most, and says what for and by which setting: with the
 * timeout that a migration needs, a wrong address would be waited for in silence.
 */
export async function untilDatabaseAnswers(url: string, say: (line: string) => void, tries = TRIES): Promise<void> {
  const database = openDatabase(url)
  try {
    for (let attempt = 1; ; attempt++) {
      const fault = await database.ping().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (fault === undefined) return
      const why = `${withoutPassword(url)} (DATABASE_URL) antwoordt niet: ${reasonOf(fault)}.`
      if (!database.isUnavailable(fault) || attempt === tries) throw new Error(`De database ${why}`)
      if (attempt === 1) say(`Wacht op de database, hoogstens ${tries} s: ${why}`)
      await delay(PAUSE_MS)
    }
  } finally {
    await database.close()
  }
}

const withoutPassword = (url: string) => url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@')

/** Without letters and figures that look alike: people type it over from a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Some 59 bits, as three groups of four. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** Keeps the accounts where only the owner of the data can read them, since a later start knows the password no more. */
function keepDemoAccounts(dataDir: string, accounts: readonly DemoAccount[], password: string): void {
  const width = Math.max(...accounts.map(({ username }) => username.length)) + 2
  const lines = accounts.map(({ username, description }) => `  ${username.padEnd(width)}${description}\n`)
  writeFileSync(pathIn(dataDir), `Demoschool, inloggen met wachtwoord ${password}:\n${lines.join('')}`, { mode: 0o600 })
}

/** The text that was kept, or nothing where no demo school was made. */
export function readDemoAccounts(dataDir: string): string {
  return existsSync(pathIn(dataDir)) ? readFileSync(pathIn(dataDir), 'utf8') : ''
}

const pathIn = (dataDir: string) => join(dataDir, 'demo-accounts.txt')
