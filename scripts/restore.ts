import { parseArgs } from 'node:util'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { readConfig } from '#server/config.ts'
import { printReason } from './backup/refusal.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { commandFor } from './product/terminal.ts'

/** Time (ms) for which the replaced data may be kept, to check the restore: it still holds accounts deleted meanwhile. */
const KEPT_MS = 30 * 86_400_000

const latest = (now: number) =>
  new Date(now + KEPT_MS).toLocaleDateString('nl', { dateStyle: 'long', timeZone: 'Europe/Amsterdam' })

/** `npm run restore -- <folder> [--replace]`: restores what `npm run backup` saved, while the servers are stopped. */
const usage = `Geef de map van een reservekopie op: ${commandFor('restore', '<map>')}`

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } })
  const [folder, ...more] = positionals
  if (!folder || more.length > 0) throw new Error(usage)
  const config = readConfig(process.env)
  const { manifest, kept } = await restoreBackup(config, folder, { replace: values.replace ?? false, now: Date.now() })
  const { made_at, rows } = manifest
  console.log(`Teruggezet: de stand van ${instantLabel(made_at, 'any-time')},`)
  console.log(`met ${rows.user ?? 0} accounts en ${rows.enrollment ?? 0} inschrijvingen.`)
  if (kept) {
    console.log(`Wat er stond is bewaard in ${kept}.`)
    console.log(`Dat zijn persoonsgegevens: verwijder die map zodra alles klopt, uiterlijk ${latest(Date.now())}.`)
  }
} catch (error) {
  printReason(error, usage)
}
