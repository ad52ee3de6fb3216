import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { backupOf } from '#database/engine/backup/backup-of.ts'
import type { Config } from '#server/config.ts'
import { backupRefusalTexts as texts } from './backup.texts.ts'
import { copyDataFiles, listDataFiles } from './data-files.ts'
import { describeFiles, type Manifest, writeManifest } from './manifest.ts'
import { BackupRefusal } from './refusal.ts'

/** File name of the database in a backup, for both engines. */
export const DATABASE_FILE = 'database'

export type BackupSource = Pick<Config, 'dataDir' | 'databaseListenUrl'>

/**
 * Saves the database and the keys to a new folder while the servers run. The folder gets its name when it is complete and
 * synced to disk; after a failure nothing of that name is left.
 */
export async function makeBackup(
  { dataDir, databaseListenUrl }: BackupSource,
  folder: string,
  now: number,
): Promise<Omit<Manifest, 'format' | 'version'>> {
  const target = resolve(folder)
  if (!(await isFree(target))) throw new BackupRefusal(texts.exists(folder))
  await mkdir(dirname(target), { recursive: true })
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  try {
    const backup = backupOf(databaseListenUrl)
    // Created first with mode 0600, which the writers keep, so that nobody else can ever read it.
    await writeFile(join(draft, DATABASE_FILE), '', { mode: 0o600 })
    const summary = await backup.save(join(draft, DATABASE_FILE))
    if (summary.migrations.length === 0) throw new BackupRefusal(texts.nothing)
    // Copied after the database, so that the key of every row is included, also while keys are being rotated.
    await copyDataFiles(await listDataFiles(dataDir), dataDir, draft)
    const files = await describeFiles(draft, [DATABASE_FILE, ...(await listDataFiles(draft))])
    const manifest = { made_at: new Date(now).toISOString(), engine: backup.engine, ...summary, files }
    const folders = new Set(Object.keys(files).map((path) => dirname(join(draft, path))))
    await syncAll([join(draft, DATABASE_FILE), await writeManifest(draft, manifest), ...folders])
    await rename(draft, target)
    await syncAll([dirname(target)])
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const isFree = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (entries) => entries.length === 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return true
      if (error.code === 'ENOTDIR') return false
      throw error
    },
  )

async function syncAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  }
}
