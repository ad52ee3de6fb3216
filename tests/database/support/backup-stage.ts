import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#database/engine/open-database.ts'
import { type Config, readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

/** Settings with a DATA_DIR of their own. */
export const placeOf = (databaseUrl: string): Config =>
  readConfig({ DATA_DIR: scratchFolder(), DATABASE_URL: databaseUrl })

/** A school with people, keys and a letter, whose servers do not run. */
export async function placeWithSchool(databaseUrl: string): Promise<Config> {
  const place = placeOf(databaseUrl)
  const database = openDatabase(databaseUrl)
  await startTestSchool(database)
  await database.close()
  await readKeys(place.dataDir)
  return place
}

/** A copy of a backup, to be spoilt. */
export function copyOf(backup: string): string {
  const copy = join(scratchFolder(), 'copy')
  cpSync(backup, copy, { recursive: true })
  return copy
}

export function changeManifest(backup: string, change: (manifest: Record<string, unknown>) => object): void {
  const path = join(backup, 'manifest.json')
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))))
}
