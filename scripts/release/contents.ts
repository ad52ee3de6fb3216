import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { ROOT } from '../root.ts'

/** Files in git that a server runs or an administrator needs. */
const SHIPPED = [
  '{api-server,contract,database,domain,push-server,server}/**/*.{ts,rationale.md}',
  'scripts/{admin,backup,migrate,move,restore}.ts',
  'scripts/{backup,move,product}/**/*.ts',
  'scripts/{root.ts,launch.cjs}',
  'deploy/**',
  // Documents for the operators of a server.
  'docs/{connections,high-availability,performance,runbook,scale,security,settings,sso}.md',
  'package.json',
  'package-lock.json',
  // The font's licence has to be shipped with the font, and the built app has only the font.
  'src/ui/display-face.license.txt',
]
/** Tests of the deployment that need a checkout and the tests' tools. */
const NOT_SHIPPED = ['deploy/try-*', 'deploy/**/*.test.yml']

/** Paths that go into a release; with `dirty` also files that are not in git. */
export function shippedFiles(dirty = false): string[] {
  const others = dirty ? ['--others', '--exclude-standard'] : []
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', ...others], { cwd: ROOT, encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((path) => SHIPPED.some((pattern) => matchesGlob(path, pattern)))
    .filter((path) => !NOT_SHIPPED.some((pattern) => matchesGlob(path, pattern)))
}

export function copyShipped(folder: string, dirty: boolean): void {
  for (const path of shippedFiles(dirty)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
}

/** Links the release's own Node where its units and commands look for it, in case npm did not. */
export function linkNode(folder: string, arch: string): void {
  const link = join(folder, 'node_modules/.bin/node')
  rmSync(link, { force: true })
  symlinkSync(`../node-linux-${arch}/bin/node`, link)
  if (!existsSync(link)) throw new Error(`npm installed no Node for ${arch}`)
}

/**
 * Removes the parts of the packages that no server reads, three quarters of their size: mostly font weights that are not used,
 * and headers to build C++ modules for Node.
 */
export function prunePackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  const weights = globSync('@expo-google-fonts/*/*/', { cwd: packages })
  const sources = shippedFiles()
    .filter((path) => path.startsWith('api-server/'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
  const unread = [
    ...globSync('node-linux-*/{include,share,CHANGELOG.md}', { cwd: packages }),
    ...globSync('**/*.{d.ts,d.mts,d.cts,map}', { cwd: packages }),
    ...weights.filter((weight) => !sources.some((source) => source.includes(`${weight.replace(/\/$/, '')}/`))),
  ]
  for (const path of unread) rmSync(join(packages, path), { recursive: true, force: true })
}
