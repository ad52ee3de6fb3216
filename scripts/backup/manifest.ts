import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { readJson } from '#domain/entities/json.ts'
import { ROOT } from '../root.ts'
import { restoreRefusalTexts as texts } from './backup.texts.ts'
import { BackupRefusal } from './refusal.ts'

const NAME = 'manifest.json'

/**
 * Version of the backup format. Raise it when earlier releases cannot read the new format. 1: SQLite's file as it is. 2:
 * compressed. Older formats can be read.
 */
const FORMAT = 2

const manifestSchema = z.object({
  format: z.int().min(1).max(FORMAT),
  /** version of the product that made it */
  version: z.string(),
  made_at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** number of rows by table */
  rows: z.record(z.string(), z.int()),
  /** each file beside the manifest, by its path below the folder */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.hex().length(64) })),
})

export type Manifest = z.infer<typeof manifestSchema>

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format' | 'version'>): Promise<string> {
  const path = join(folder, NAME)
  const whole: Manifest = { format: FORMAT, version: ownVersion(), ...manifest }
  await writeFile(path, `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return path
}

/** Reads the manifest. Throws `BackupRefusal` if it is missing or cannot be understood. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined)
  if (text === undefined) throw new BackupRefusal(texts.noBackup(folder, NAME))
  const given = readJson(text)
  const { success, data } = manifestSchema.safeParse(given)
  if (success) return data
  const { data: other } = z.object({ format: z.int().min(FORMAT + 1), version: z.string() }).safeParse(given)
  if (other) throw new BackupRefusal(texts.newer(other.version))
  throw new BackupRefusal(texts.unreadable(folder, NAME))
}

const ownVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

/** Size and SHA-256 of each of these files below `folder`. */
export async function describeFiles(folder: string, paths: readonly string[]): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  for (const path of paths) {
    const { size } = await stat(join(folder, path))
    files[path] = { bytes: size, sha256: await sha256Of(join(folder, path)) }
  }
  return files
}

/** Paths of files that are missing or differ from what the manifest describes. */
export async function damagedFiles(folder: string, files: Manifest['files']): Promise<string[]> {
  const there = new Set(await readdir(folder, { recursive: true }))
  const damaged: string[] = []
  for (const [path, { sha256 }] of Object.entries(files))
    if (!there.has(path) || (await sha256Of(join(folder, path))) !== sha256) damaged.push(path)
  return damaged
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
