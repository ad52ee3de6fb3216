import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { LAST_BACKUP } from '#server/upkeep-metrics.ts'
import { expireBackups, newBackupName } from './backup/expire-backups.ts'
import { makeBackup } from './backup/make-backup.ts'
import { printReason } from './backup/refusal.ts'
import { commandFor, reasonOf } from './product/terminal.ts'

/**
 * `npm run backup -- <folder>`: saves the database and the keys to a new folder while the servers run. `-- --in <folder>` saves
 * to a new folder within it that is named after the time. Superseded backups and drafts of killed runs are removed before the
 * backup, because they may be what fills the disk, and again when it is complete.
 */
const usage = `Geef een nieuwe map op: ${commandFor('backup', '/var/backups/wiskunde/vandaag')}`

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } })
  const [named, ...more] = positionals
  const now = Date.now()
  const folder = values.in ? join(values.in, newBackupName(now)) : named
  if (!folder || more.length > 0 || (values.in && named)) throw new Error(usage)
  const config = readConfig(process.env)
  const expire = async (): Promise<string[]> => (values.in ? expireBackups(values.in, config.keepBackups, now) : [])
  const before = await expire().catch(() => [])
  if (before.length > 0) console.log(`Niet meer bewaard: ${before.join(', ')}.`)
  const { rows, files, made_at } = await makeBackup(config, folder, now)
  await noteBackup(config.dataDir, made_at)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  console.log(
    `Bewaard in ${folder}: ${rows.user ?? 0} accounts, ${rows.enrollment ?? 0} inschrijvingen, ${size(bytes)}.`,
  )
  console.log('Er staan sleutels en persoonsgegevens in: bewaar de map waar niemand anders bij kan.')
  const removed = await expire()
  if (removed.length > 0) console.log(`Niet meer bewaard: ${removed.join(', ')}.`)
} catch (error) {
  printReason(error, usage)
}

/** Records the time of the backup for monitoring. The backup is valid without this record. */
async function noteBackup(dataDir: string, made_at: string): Promise<void> {
  const file = join(dataDir, LAST_BACKUP)
  try {
    await writeFile(`${file}.part`, `${made_at}\n`, { mode: 0o600 })
    await rename(`${file}.part`, file)
  } catch (error) {
    console.error(`${file} kon niet worden geschreven: wie op reservekopieën let, ziet deze niet (${reasonOf(error)}).`)
  }
}

function size(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('nl', { maximumFractionDigits: 1 })} MB`
}
