import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** Makes a folder like that of a build, without the app: only the files from which a server reads its release. */
export function builtApp(release: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ release }))
  return folder
}
