import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sealAnew } from '#api-server/logins/totp.ts'
import { type DemoAccount, seedDemoSchool } from '#database/demo/seed-demo-school.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { splitPassword } from '#database/engine/url-password.ts'
import { migrate } from '#database/migrations/migrate.ts'
import type { Config } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { hashPassword } from '#server/password-hash.ts'
import { startTexts as texts } from './start.texts.ts'
import { reasonOf } from './terminal.ts'

/** Time limit of a migration (ms): a step may change every enrollment, and nobody is waiting for an answer. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000

/**
 * Migrates the database, once and before any server runs, seals by the newest key what an older one sealed, and fills an empty
 * database with the demo school.
 */
export async function prepareDatabase({ databaseUrl, dataDir, demo, demoPassword }: Config): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await untilDatabaseAnswers(databaseUrl, console.error)
  const database = openDatabase(databaseUrl, { timeout: MIGRATION_TIMEOUT_MS })
  try {
    await migrate(database)
    await sealAnew(database, (await readKeys(dataDir)).secrets)
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
 * Waits at most half a minute for a database that is starting, and prints the address and the setting that it comes from.
 * Without this check a wrong address would be retried in silence for the whole time limit of a migration.
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
      const why = texts.silent(splitPassword(url).address, reasonOf(fault))
      if (!database.isUnavailable(fault) || attempt === tries) throw new Error(texts.noDatabase(why))
      if (attempt === 1) say(texts.waitingForDatabase(tries, why))
      await delay(PAUSE_MS)
    }
  } finally {
    await database.close()
  }
}

/** Characters of a password, without those that look alike: people copy it by hand from a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** Writes the accounts with their password to a file that only its owner can read: a later start does not know the password. */
function keepDemoAccounts(dataDir: string, accounts: readonly DemoAccount[], password: string): void {
  const width = Math.max(...accounts.map(({ username }) => username.length)) + 2
  const lines = accounts.map(({ username, description }) => `  ${username.padEnd(width)}${description}\n`)
  writeFileSync(pathIn(dataDir), `${texts.demoSchool(password)}\n${lines.join('')}`, { mode: 0o600 })
}

export function readDemoAccounts(dataDir: string): string {
  return existsSync(pathIn(dataDir)) ? readFileSync(pathIn(dataDir), 'utf8') : ''
}

const pathIn = (dataDir: string) => join(dataDir, 'demo-accounts.txt')
