import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Parts of DATA_DIR that belong to a backup beside the database: the keys, letters that nobody fetched yet, demo
 * accounts.
 */
const PARTS = ['keys', 'mail', 'demo-accounts.txt'] as const

/** Half-written ones are called otherwise: a key's draft has a suffix, and so has a letter's. */
const WHOLE = /(\.key|\.eml|^demo-accounts\.txt)$/

/** The files of those parts below `folder`, as paths from there. */
export async function listDataFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent(() => []))
  return entries
    .filter((entry) => entry.isFile() && WHOLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => PARTS.some((part) => path === part || path.startsWith(`${part}/`)))
    .sort()
}

/** Copies them for their owner's eyes alone, and to the disk. One that went away meanwhile is left out. */
export async function copyDataFiles(paths: readonly string[], from: string, to: string): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    await copyPrivately(join(from, path), join(to, path)).catch(absent(() => undefined))
  }
}

/** Puts what lies in `draft` in the place of what `folder` has of it. */
export async function replaceDataFiles(draft: string, folder: string): Promise<void> {
  for (const part of PARTS) {
    await rm(join(folder, part), { recursive: true, force: true })
    await rename(join(draft, part), join(folder, part)).catch(absent(() => undefined))
  }
}

async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const copy = await open(to, 'r+')
  try {
    await copy.chmod(0o600)
    await copy.sync()
  } finally {
    await copy.close()
  }
}

/** Does `instead` where there is nothing; any other failure is thrown. */
const absent =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead()
    throw error
  }
