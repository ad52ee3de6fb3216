import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/** A run copies some hundred databases of 8 MB; a container's default of 64 MB would be full at once. */
const ENOUGH = 2 ** 30

/** A new folder, in memory where there is enough: on a busy disk, copying a database takes 20 times as long. */
export const scratchFolder = (): string => mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'wiskunde-'))

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}
