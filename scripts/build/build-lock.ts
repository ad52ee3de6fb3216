import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../root.ts'

const LOCK = join(ROOT, 'node_modules', '.app-build.lock')
const POLL_MS = 100

/** One build of dist/ at a time: products that start side by side, as browser tests do, would write over each other. */
export async function withBuildLock(work: () => Promise<void>): Promise<void> {
  while (!take()) await delay(POLL_MS)
  try {
    await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

function take(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(holder())) rmSync(LOCK, { force: true })
    return false
  }
}

/** Not a number for the instant in which the file exists and is still empty. */
function holder(): number {
  try {
    return Number.parseInt(readFileSync(LOCK, 'utf8'), 10)
  } catch {
    return Number.NaN
  }
}

function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
