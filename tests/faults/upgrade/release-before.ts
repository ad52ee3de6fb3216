import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { runNpm } from '../../../scripts/release/npm.ts'
import { ROOT } from '../../../scripts/root.ts'

/** Beside other temporary things and not in node_modules, from which Node runs no TypeScript. Built once for each commit. */
const CACHE = join(tmpdir(), `wiskunde-releases-${userInfo().uid}`)

export interface Release {
  /** where it stands, with its packages and its app in dist/ */
  root: string
  /** 'v1.2 (3f5a1c09)' */
  name: string
}

/**
 * The release that schools run now, as `RELEASE_BEFORE` names it; else the newest tag; where nothing is tagged what was there
 * before the last migration. Undefined where this checkout has no history, as a shallow clone.
 */
export function releaseBefore(): Release | undefined {
  const ref = process.env.RELEASE_BEFORE ?? git('describe', '--tags', '--abbrev=0', 'HEAD^') ?? beforeLastMigration()
  const commit = ref && git('rev-parse', '--verify', `${ref}^{commit}`)
  if (!commit) {
    if (process.env.RELEASE_BEFORE) throw new Error(`RELEASE_BEFORE: there is no ${ref} here`)
    return undefined
  }
  const root = join(CACHE, commit.slice(0, 12))
  if (!existsSync(root)) build(commit, root)
  return { root, name: ref === commit ? commit.slice(0, 8) : `${ref} (${commit.slice(0, 8)})` }
}

function beforeLastMigration(): string | undefined {
  const files = git('ls-tree', '--name-only', 'HEAD', 'database/migrations/')?.split('\n') ?? []
  const last = files.findLast((file) => /\/\d{4}-/.test(file))
  const added = last && git('log', '--diff-filter=A', '--format=%H', '--max-count=1', 'HEAD', '--', last)
  return added ? git('rev-parse', '--verify', `${added}^`) : undefined
}

/** Whole under its name, or not there at all. */
function build(commit: string, root: string): void {
  const draft = `${root}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  try {
    const tar = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1e9 })
    execFileSync('tar', ['x', '--directory', draft], { input: tar })
    providePackages(draft)
    execFileSync(process.execPath, ['scripts/build.ts'], {
      cwd: draft,
      env: { ...process.env, PATH: `${join(draft, 'node_modules/.bin')}:${process.env.PATH}`, WEB_APP: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    renameSync(draft, root)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Those of this checkout where they are the same ones, with others beside them; else its own. */
function providePackages(folder: string): void {
  const [before, now] = [folder, ROOT].map(packagesIn)
  const areHere = Object.entries(before ?? {}).every(([path, version]) => path === '' || now?.[path] === version)
  if (areHere) {
    execFileSync('cp', ['--archive', '--link', join(ROOT, 'node_modules'), folder])
    rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true })
  } else runNpm(['ci', '--no-audit', '--no-fund'], { cwd: folder })
}

function packagesIn(folder: string): Record<string, string | undefined> {
  const { packages }: { packages: Record<string, { version?: string; resolved?: string }> } = JSON.parse(
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  )
  return Object.fromEntries(Object.entries(packages).map(([path, { version }]) => [path, version]))
}

function git(...args: string[]): string | undefined {
  try {
    return (
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    )
  } catch {
    return undefined
  }
}

/**
 * Adds the assets of another release, as in the runbook, since open pages still ask for them. Neither release is
 * changed.
 */
export function withAssetsOf(app: string, others: string, to: string): string {
  cpSync(app, to, { recursive: true })
  cpSync(join(others, 'assets'), join(to, 'assets'), { recursive: true, force: false })
  return to
}
