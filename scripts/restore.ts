import { parseArgs } from 'node:util'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { readConfig } from '#server/config.ts'
import { restoreTexts as texts } from './backup/backup.texts.ts'
import { printReason } from './backup/refusal.ts'
import { restoreBackup } from './backup/restore-backup.ts'

/** Time (ms) for which the replaced data may be kept, to check the restore: it still holds accounts deleted meanwhile. */
const KEPT_MS = 30 * 86_400_000

const latest = (now: number) =>
  new Date(now + KEPT_MS).toLocaleDateString('nl', { dateStyle: 'long', timeZone: 'Europe/Amsterdam' })

/** `npm run restore -- <folder> [--replace]`: restores what `npm run backup` saved, while the servers are stopped. */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } })
  const [folder, ...more] = positionals
  if (!folder || more.length > 0) throw new Error(texts.usage)
  const config = readConfig(process.env)
  const { manifest, kept } = await restoreBackup(config, folder, { replace: values.replace ?? false, now: Date.now() })
  const { made_at, rows } = manifest
  console.log(texts.restored(instantLabel(made_at, 'any-time')))
  console.log(texts.holds(rows.user ?? 0, rows.enrollment ?? 0))
  if (kept) {
    console.log(texts.kept(kept))
    console.log(texts.removeBy(latest(Date.now())))
  }
} catch (error) {
  printReason(error, texts.usage)
}
