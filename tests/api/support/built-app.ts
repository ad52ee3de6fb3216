import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder as a build leaves it, but for the app itself: what a server needs to know of its release. */
export function builtApp(release: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-built-'))
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ release }))
  return folder
}
