import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether nobody has asked so before in this folder: what fails once, as on a busy machine, is made by it. */
export function isFirstTry(name: string): boolean {
  const mark = join(process.env.PUPILS_FOLDER ?? '', name)
  if (existsSync(mark)) return false
  writeFileSync(mark, '')
  return true
}
