import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { backupOf } from '#database/engine/backup/backup-of.ts'
import type { DatabaseBackup } from '#database/engine/backup/database-backup.ts'
import { BEFORE_FIRST_RELEASE, knownMigrations } from '#database/migrations/migrate.ts'
import { restoreRefusalTexts as texts } from './backup.texts.ts'
import { copyDataFiles, listDataFiles, replaceDataFiles } from './data-files.ts'
import { type BackupSource, DATABASE_FILE, makeBackup } from './make-backup.ts'
import { damagedFiles, type Manifest, readManifest } from './manifest.ts'
import { BackupRefusal } from './refusal.ts'

export interface Restored {
  manifest: Manifest
  /** folder with a backup of the earlier data, if there was any */
  kept: string | undefined
}

/**
 * Restores a backup into this DATA_DIR and database. With `replace` it also does so if they hold data, of which it makes a
 * backup first. Throws `BackupRefusal`, only while nothing has changed.
 */
export async function restoreBackup(
  target: BackupSource,
  folder: string,
  { replace, now }: { replace: boolean; now: number },
): Promise<Restored> {
  const database = backupOf(target.databaseListenUrl)
  const manifest = await readManifest(folder)
  refuseForeign(manifest, database)
  const damaged = await damagedFiles(folder, manifest.files)
  if (damaged.length > 0) throw new BackupRefusal(texts.damaged(folder, damaged))

  await mkdir(target.dataDir, { recursive: true, mode: 0o700 })
  const kept = await makeRoom(target, database, manifest, { replace, now })
  const draft = await mkdtemp(join(target.dataDir, '.restoring-'))
  try {
    await copyDataFiles(await listDataFiles(folder), folder, draft)
    const found = await database.load(join(folder, DATABASE_FILE))
    await replaceDataFiles(draft, target.dataDir)
    if (!isDeepStrictEqual(found.rows, manifest.rows))
      throw new Error(texts.unequal(differences(found.rows, manifest.rows)))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return { manifest, kept }
}

function refuseForeign({ engine, migrations, version }: Manifest, database: DatabaseBackup): void {
  if (engine !== database.engine) throw new BackupRefusal(texts.otherEngine(ENGINES[engine], ENGINES[database.engine]))
  if (migrations.includes(BEFORE_FIRST_RELEASE)) throw new BackupRefusal(texts.beforeFirst)
  if (migrations.some((name) => !knownMigrations.includes(name))) throw new BackupRefusal(texts.newer(version))
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Makes sure that no data is lost. Returns the folder of the backup of earlier data, if one was made. */
async function makeRoom(
  target: BackupSource,
  database: DatabaseBackup,
  manifest: Manifest,
  { replace, now }: { replace: boolean; now: number },
): Promise<string | undefined> {
  const tables = await database.tables()
  const files = await listDataFiles(target.dataDir)
  if (tables.length === 0 && files.length === 0) return undefined
  if (!replace) {
    const where = tables.length > 0 ? texts.inDatabase : texts.inFolder(target.dataDir)
    throw new BackupRefusal(texts.notEmpty(where))
  }
  if ((await database.others()) > 0) throw new BackupRefusal(texts.inUse)
  const unknown = tables.filter((table) => !(table in manifest.rows))
  if (database.engine === 'postgres' && unknown.length > 0) throw new BackupRefusal(texts.unknownTables(unknown))
  if (tables.length === 0) throw new BackupRefusal(texts.filesOnly(target.dataDir, String(files[0])))
  const kept = join(target.dataDir, `replaced-${new Date(now).toISOString().replaceAll(':', '-')}`)
  await makeBackup(target, kept, now)
  return kept
}

const differences = (found: Manifest['rows'], expected: Manifest['rows']): string =>
  Object.keys({ ...found, ...expected })
    .filter((table) => found[table] !== expected[table])
    .map((table) => texts.rowsOf(table, found[table] ?? 0, expected[table] ?? 0))
    .join(', ')
