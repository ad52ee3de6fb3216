import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../root.ts'
import { runVite } from '../tool.ts'
import { fingerprintOfSources } from './sources.ts'

/** Folder that builds are written to and that the API server serves (server/config.ts). */
export const APP_FOLDER = process.env.WEB_APP ? resolve(process.env.WEB_APP) : join(ROOT, 'dist')
const SOURCES_BUILT = join(APP_FOLDER, '.sources-built')
const LOCK = join(ROOT, 'node_modules', '.app-build.lock')
const POLL_MS = 100

/** Builds the app, unless its folder already holds a build of the same sources. */
export async function buildWhenStale(onStart: () => void): Promise<void> {
  if (isFresh()) return
  await withLock(LOCK, async () => {
    // Another process may have built the same sources while this one waited for the lock.
    if (isFresh()) return
    onStart()
    await buildNow()
  })
}

export const build = (): Promise<void> => withLock(LOCK, buildNow)

async function buildNow(): Promise<void> {
  // Computed before the build: a file that is saved during it makes the build stale.
  const sources = fingerprintOfSources()
  await runVite([])
  writeFileSync(SOURCES_BUILT, sources)
}

const isFresh = () => existsSync(SOURCES_BUILT) && readFileSync(SOURCES_BUILT, 'utf8') === fingerprintOfSources()

/** Allows one build at a time: products that start side by side, as in browser tests, would overwrite each other's. */
export async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  while (!take(lock)) await delay(POLL_MS)
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(holder(lock))) rmSync(lock, { force: true })
    return false
  }
}

/** Process id that holds the lock. NaN while the lock file is still empty or already gone. */
function holder(lock: string): number {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10)
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
