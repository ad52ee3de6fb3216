import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/** Bytes that must be free: a run copies hundreds of databases of 8 MB, and a container's default is 64 MB. */
const ENOUGH = 2 ** 30

/** Makes a folder, in memory if there is enough: on a busy disk copying a database takes 20 times as long. */
export const scratchFolder = (): string => mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'wiskunde-'))

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}
