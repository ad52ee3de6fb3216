import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Manifest } from './manifest.ts'

/** Size and SHA-256 of each of these files below `folder`. */
export async function describeFiles(folder: string, paths: readonly string[]): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  for (const path of paths) {
    const { size } = await stat(join(folder, path))
    files[path] = { bytes: size, sha256: await sha256Of(join(folder, path)) }
  }
  return files
}

/** The paths of which this folder's file is missing or another than was written. */
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
