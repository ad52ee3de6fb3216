import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { LAST_BACKUP } from '#server/upkeep-metrics.ts'
import { makeBackup } from './backup/make-backup.ts'
import { printReason } from './backup/refusal.ts'

/** `npm run backup -- <folder>`: saves the database and the keys to a new folder, while the servers go on. */
try {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0)
    throw new Error('Geef een nieuwe map op: npm run backup -- /var/backups/wiskunde/vandaag')
  const config = readConfig(process.env)
  const { rows, files, made_at } = await makeBackup(config, folder, Date.now())
  await noteBackup(config.dataDir, made_at)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  console.log(
    `Bewaard in ${folder}: ${rows.user ?? 0} accounts, ${rows.enrollment ?? 0} inschrijvingen, ${size(bytes)}.`,
  )
  console.log('Er staan sleutels en persoonsgegevens in: bewaar de map waar niemand anders bij kan.')
} catch (error) {
  printReason(error)
}

/** For who watches that there is one each day. A backup is one without it, too. */
async function noteBackup(dataDir: string, made_at: string): Promise<void> {
  const file = join(dataDir, LAST_BACKUP)
  try {
    await writeFile(`${file}.part`, `${made_at}\n`, { mode: 0o600 })
    await rename(`${file}.part`, file)
  } catch (error) {
    console.error(`${file} kon niet worden geschreven: wie op reservekopieën let, ziet deze niet (${codeOf(error)}).`)
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)

function size(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('nl', { maximumFractionDigits: 1 })} MB`
}
