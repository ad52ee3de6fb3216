import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../root.ts'
import { runTool } from '../tool.ts'
import { fingerprintOfSources } from './sources.ts'

/** Where builds go, and what the API server serves (server/config.ts). */
export const APP_FOLDER = process.env.WEB_APP ? resolve(process.env.WEB_APP) : join(ROOT, 'dist')
const SOURCES_BUILT = join(APP_FOLDER, '.sources-built')
const LOCK = join(ROOT, 'node_modules', '.app-build.lock')
const POLL_MS = 100

/** Builds the app into its folder, unless it holds a build of these very sources already. */
export async function buildWhenStale(onStart: () => void): Promise<void> {
  if (isFresh()) return
  await withBuildLock(async () => {
    // The process that had the lock before may have built the same.
    if (isFresh()) return
    onStart()
    await buildNow()
  })
}

export const build = (): Promise<void> => withBuildLock(buildNow)

async function buildNow(): Promise<void> {
  // Taken before: a file saved during the build makes the build stale.
  const sources = fingerprintOfSources()
  const { ok, output } = await runTool('vite', ['build', '--logLevel', 'warn'])
  if (!ok) throw new Error(`vite build failed\n${output.trim()}`)
  writeFileSync(SOURCES_BUILT, sources)
}

const isFresh = () => existsSync(SOURCES_BUILT) && readFileSync(SOURCES_BUILT, 'utf8') === fingerprintOfSources()

/** One build of dist/ at a time: products that start side by side, as browser tests do, would write over each other. */
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
