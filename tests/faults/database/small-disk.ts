import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own of a few megabytes, so that it can be full while the machine is not. */
export interface SmallDisk {
  path: string
  /** leaves not a byte */
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): void
}

/** Reason for the report if this machine can mount no disk. */
export const NO_MOUNT = 'leave to mount a small disk, which takes root'

const BLOCK = Buffer.alloc(4_096)

/** Undefined where one may not be mounted, which takes root. */
export function openSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'wiskunde-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmdirSync(path)
    return undefined
  }
  // Lazily: a process with an open file there, as when all is cut off, keeps it from no one else.
  const remove = () => {
    process.off('exit', remove)
    execFileSync('umount', ['--lazy', path])
    rmdirSync(path)
  }
  process.on('exit', remove)
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: async () => fillUp(ballast),
    empty: async () => rmSync(ballast),
    remove,
  }
}

function fillUp(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (;;) writeSync(handle, BLOCK)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(handle)
  }
}
