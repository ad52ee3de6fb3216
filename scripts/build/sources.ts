import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

const SOURCES = [
  '{src,sw,domain,contract,public,scripts/build}/**/*.*',
  'docs/screens/student-*.webp',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** Fingerprint of the contents of the app's sources. */
export const fingerprintOfSources = (): string => fingerprintOf(SOURCES)

/** Fingerprint of the contents of files. Times are no use: a checkout also renews those of unchanged ones. */
export function fingerprintOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of globSync(patterns, { cwd: ROOT }).sort()) {
    hash.update(path)
    hash.update(readFileSync(join(ROOT, path)))
  }
  return hash.digest('base64url')
}
