import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoAccount } from '#database/demo/seed-demo-school.ts'

/** Without letters and figures that look alike: people type it over from a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Some 59 bits, as three groups of four. */
export function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** Keeps the accounts where only the owner of the data can read them, since a later start knows the password no more. */
export function keepDemoAccounts(dataDir: string, accounts: readonly DemoAccount[], password: string): void {
  const width = Math.max(...accounts.map(({ username }) => username.length)) + 2
  const lines = accounts.map(({ username, description }) => `  ${username.padEnd(width)}${description}\n`)
  writeFileSync(pathIn(dataDir), `Demoschool, inloggen met wachtwoord ${password}:\n${lines.join('')}`, { mode: 0o600 })
}

/** The text that was kept, or nothing where no demo school was made. */
export function readDemoAccounts(dataDir: string): string {
  return existsSync(pathIn(dataDir)) ? readFileSync(pathIn(dataDir), 'utf8') : ''
}

const pathIn = (dataDir: string) => join(dataDir, 'demo-accounts.txt')
