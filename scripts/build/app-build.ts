import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../tool.ts'
import { APP_FOLDER } from './app-folder.ts'
import { withBuildLock } from './build-lock.ts'
import { fingerprintOfSources } from './sources.ts'

const SOURCES_BUILT = join(APP_FOLDER, '.sources-built')

/** Builds the app into its folder, unless it holds a build of these very sources already. */
export async function buildWhenStale(onStart: () => void): Promise<void> {
  if (isFresh()) return
  await withBuildLock(async () => {
    // Whoever had the lock before may have built the same.
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
