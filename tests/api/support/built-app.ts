import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** A folder as a build leaves it, but for the app itself: what a server needs to know of its release. */
export function builtApp(release: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ release }))
  return folder
}
