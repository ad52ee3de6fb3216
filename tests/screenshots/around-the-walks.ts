import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../../scripts/build/app-build.ts'
import { ROOT } from '../../scripts/root.ts'

/**
 * Builds before any product starts, whose own limit is too short for it. Pictures come into docs/screens after all walks: they
 * are sources of the build, so a product that starts in between would build again.
 */
export default async function aroundTheWalks(): Promise<() => Promise<void>> {
  await buildWhenStale(() => process.stdout.write('Building the app…\n'))
  const taken = await mkdtemp(join(tmpdir(), 'wiskunde-pictures-'))
  process.env.TAKEN_PICTURES = taken
  return async () => {
    await cp(taken, join(ROOT, 'docs/screens'), { recursive: true })
    await rm(taken, { recursive: true })
  }
}
