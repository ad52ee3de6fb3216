import { readConfig } from '#server/config.ts'
import { makeBackup } from './backup/make-backup.ts'
import { printReason } from './backup/refusal.ts'

/** `npm run backup -- <folder>`: saves the database and the keys to a new folder, while the servers go on. */
try {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0)
    throw new Error('Geef een nieuwe map op: npm run backup -- /var/backups/wiskunde/vandaag')
  const { rows, files } = await makeBackup(readConfig(process.env), folder, Date.now())
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  console.log(
    `Bewaard in ${folder}: ${rows.user ?? 0} accounts, ${rows.enrollment ?? 0} inschrijvingen, ${size(bytes)}.`,
  )
  console.log('Er staan sleutels en persoonsgegevens in: bewaar de map waar niemand anders bij kan.')
} catch (error) {
  printReason(error)
}

function size(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('nl', { maximumFractionDigits: 1 })} MB`
}
