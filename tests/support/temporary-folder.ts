import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty folder that is removed after the test, because a full run makes thousands. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
