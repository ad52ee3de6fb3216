import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../root.ts'
import { runTool } from '../tool.ts'
import { fingerprintOfSources } from './sources.ts'

/** Folder that builds are written to and that the API server serves (server/config.ts). */
export const APP_FOLDER = process.env.WEB_APP ? resolve(process.env.WEB_APP) : join(ROOT, 'dist')
const SOURCES_BUILT = join(APP_FOLDER, '.sources-built')
const LOCK = join(ROOT, 'node_modules', '.app-build.lock')
const POLL_MS = 100

/** Builds the app, unless its folder already holds a build of the same sources. */
export async function buildWhenStale(onStart: () => void): Promise<void> {
  if (isFresh()) return
  await withBuildLock(async () => {
    // Another process may have built the same sources while this one waited for the lock.
    if (isFresh()) return
    onStart()
    await buildNow()
  })
}

export const build = (): Promise<void> => withBuildLock(buildNow)

async function buildNow(): Promise<void> {
  // Computed before the build: a file that is saved during it makes the build stale.
  const sources = fingerprintOfSources()
  const { ok, output } = await runTool('vite', ['build', '--logLevel', 'warn'])
  if (!ok) throw new Error(`vite build failed\n${output.trim()}`)
  writeFileSync(SOURCES_BUILT, sources)
}

const isFresh = () => existsSync(SOURCES_BUILT) && readFileSync(SOURCES_BUILT, 'utf8') === fingerprintOfSources()

/** Allows one build of dist/ at a time: products that start side by side, as in browser tests, would overwrite each other. */
async function withBuildLock(work: () => Promise<void>): Promise<void> {
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

/** Process id that holds the lock. NaN while the lock file is still empty or already gone. */
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
