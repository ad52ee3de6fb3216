import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The name of the build in `folder` as scripts/build/release.ts wrote it; null without one. */
export function releaseOf(folder: string | undefined): string | null {
  if (folder === undefined) return null
  try {
    const { release } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
    return typeof release === 'string' ? release : null
  } catch {
    return null
  }
}
