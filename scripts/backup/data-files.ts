import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Parts of DATA_DIR that a backup holds beside the database: keys, letters that were not fetched yet and demo accounts. */
const PARTS = ['keys', 'mail', 'demo-accounts.txt'] as const

/** Names of complete files. A half-written key or letter has another suffix. */
const WHOLE = /(\.key|\.eml|^demo-accounts\.txt)$/

export async function listDataFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent(() => []))
  return entries
    .filter((entry) => entry.isFile() && WHOLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => PARTS.some((part) => path === part || path.startsWith(`${part}/`)))
    .sort()
}

/** Copies files so that only their owner can read them, and syncs them to disk. Skips files that have disappeared. */
export async function copyDataFiles(paths: readonly string[], from: string, to: string): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    await copyPrivately(join(from, path), join(to, path)).catch(absent(() => undefined))
  }
}

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

/** Runs `instead` if the file does not exist; rethrows any other failure. */
const absent =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead()
    throw error
  }
