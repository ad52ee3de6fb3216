import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { LAST_BACKUP } from '#server/upkeep-metrics.ts'
import { backupTexts as texts } from './backup/backup.texts.ts'
import { expireBackups, newBackupName } from './backup/expire-backups.ts'
import { makeBackup } from './backup/make-backup.ts'
import { printReason } from './backup/refusal.ts'
import { reasonOf } from './product/terminal.ts'

/**
 * `npm run backup -- <folder>`: saves the database and the keys to a new folder while the servers run. `-- --in <folder>` saves
 * to a new folder within it that is named after the time. Superseded backups and drafts of killed runs are removed before the
 * backup, because they may be what fills the disk, and again when it is complete.
 */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } })
  const [named, ...more] = positionals
  const now = Date.now()
  const folder = values.in ? join(values.in, newBackupName(now)) : named
  if (!folder || more.length > 0 || (values.in && named)) throw new Error(texts.usage)
  const config = readConfig(process.env)
  const expire = async (): Promise<string[]> => (values.in ? expireBackups(values.in, config.keepBackups, now) : [])
  const before = await expire().catch(() => [])
  if (before.length > 0) console.log(texts.expired(before))
  const { rows, files, made_at } = await makeBackup(config, folder, now)
  await noteBackup(config.dataDir, made_at)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  console.log(texts.saved({ folder, accounts: rows.user ?? 0, enrollments: rows.enrollment ?? 0, size: size(bytes) }))
  console.log(texts.holdsKeys)
  const removed = await expire()
  if (removed.length > 0) console.log(texts.expired(removed))
} catch (error) {
  printReason(error, texts.usage)
}

/** Records the time of the backup for monitoring. The backup is valid without this record. */
async function noteBackup(dataDir: string, made_at: string): Promise<void> {
  const file = join(dataDir, LAST_BACKUP)
  try {
    await writeFile(`${file}.part`, `${made_at}\n`, { mode: 0o600 })
    await rename(`${file}.part`, file)
  } catch (error) {
    console.error(texts.notNoted(file, reasonOf(error)))
  }
}

function size(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('nl', { maximumFractionDigits: 1 })} MB`
}
