import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
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

/** npm of Debian 12, of Node 22 and of Node 24: each resolves peer dependencies in its own way. */
test.for(['9.2.0', '10.9.4', '11.6.2'])(
  'npm %s takes the lockfile as it is',
  { timeout: 120_000 },
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
    for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(folder, file))
    expect(npm('ci', '--dry-run', '--ignore-scripts', '--loglevel=error')).toMatchObject({ ok: true })
  },
)
