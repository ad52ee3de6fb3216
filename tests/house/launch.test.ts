import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const WAITS = 'tests/house/programs/started-by-npm.ts'
const { scripts, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const platform = `node-linux-${process.arch}`

let root = ''

/** A checkout whose `npm ci` brought a Node: a program that says so, and becomes the Node that runs the tests. */
beforeEach(() => {
  root = temporaryFolder()
  mkdirSync(join(root, 'scripts'))
  for (const file of ['package.json', 'scripts/launch.cjs']) cpSync(file, join(root, file))
  symlinkSync(join(process.cwd(), 'tests'), join(root, 'tests'))
  const brought = join(root, 'node_modules', platform, 'bin/node')
  mkdirSync(join(brought, '..'), { recursive: true })
  writeFileSync(brought, `#!/bin/sh\nBROUGHT=yes exec "${process.execPath}" "$@"\n`)
  chmodSync(brought, 0o755)
  writeFileSync(
    join(root, 'tells.mjs'),
    `import { spawnSync } from 'node:child_process'
     const byName = spawnSync('node', ['-p', 'process.env.BROUGHT'], { env: { ...process.env, BROUGHT: '' } })
     console.log(JSON.stringify([process.env.BROUGHT, String(byName.stdout).trim(), ...process.argv.slice(2)]))
     process.exitCode = 7`,
  )
})

/** Starts the launcher as npm does, under a Node that says it has this version. */
const launch = (version: string, ...args: string[]): string[] => {
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  return ['--import', older, join(root, 'scripts/launch.cjs'), ...args]
}

const run = (...args: Parameters<typeof launch>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, launch(...args), { encoding: 'utf8' })
  return { status, said: stdout.trim(), refused: stderr.trim() }
}

test('every script of package.json goes through the launcher', () => {
  const others = Object.entries<string>(scripts).filter(([, line]) => !/^node scripts\/launch\.cjs\b/.test(line))
  expect(others).toEqual([])
})

describe('the launcher', () => {
  test.each(['18.20.4', '20.19.2', '22.22.0'])(
    'runs a script under the Node that npm brought and not under %s, with its arguments and what it starts by name',
    (version) => {
      const { status, said } = run(version, 'tells.mjs', '--page', 'a b')
      expect(JSON.parse(said)).toEqual(['yes', 'yes', '--page', 'a b'])
      expect(status).toBe(7)
    },
  )

  test('takes the Node that is there where none was brought and it is new enough', () => {
    rmSync(join(root, 'node_modules', platform), { recursive: true })
    const { status, said } = run('22.19.0', 'tells.mjs', '--page')
    expect(JSON.parse(said).slice(2)).toEqual(['--page'])
    expect(status).toBe(7)
  })

  test('says in one line what to do where a Node or packages are lacking', () => {
    const install = `npx --yes --package=${platform}@${optionalDependencies[platform]} -c 'npm ci'`
    const old = (version: string) => `Node ${version} is te oud, nodig is 20.19 of nieuwer. Doe eerst: ${install}`
    expect(run('20.19.0')).toEqual({ status: 0, said: '', refused: '' })
    expect(existsSync(join(root, 'node_modules', platform))).toBe(true)
    expect(run('18.20.4')).toEqual({ status: 1, said: '', refused: old('18.20.4') })
    // npx would take this one, to which npm 9 makes no link.
    expect(existsSync(join(root, 'node_modules', platform))).toBe(false)
    expect(run('20.18.3').refused).toBe(old('20.18.3'))
    expect(run('18.20.4', 'tells.mjs').refused).toBe(old('18.20.4'))
    expect(run('22.18.1', 'tells.mjs').refused).toBe('Er ontbreken pakketten. Doe eerst: npm ci')
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(run('24.21.0', 'tells.mjs').refused).toBe('Er ontbreken pakketten. Doe eerst: npm ci')
  })

  test('passes a signal on, and ends as its script does', async () => {
    const { child, lines } = await startWaiting(process.execPath, launch('20.19.2', WAITS))
    const ended = Promise.all([once(child, 'exit'), once(lines, 'close')])
    child.kill('SIGTERM')
    expect(await ended).toEqual([[null, 'SIGTERM'], []])
  })
})

test.each(['launched', 'run at once'])(
  'a script that is %s ends when a signal has ended npm’s shell, which passes none on',
  async (how) => {
    const command = how === 'launched' ? launch('20.19.2', WAITS) : [WAITS]
    const quoted = [process.execPath, ...command].map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ')
    // `; true` keeps the shell from becoming the program.
    const { child, lines } = await startWaiting('sh', ['-c', `${quoted}; true`])
    child.kill('SIGTERM')
    expect(await once(lines, 'line')).toEqual(['ended'])
  },
)

/** Starts a program that waits until its end is asked for; its output ends when every process of it has. */
async function startWaiting(program: string, args: readonly string[]) {
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stdout) throw new Error('no output')
  const lines = createInterface({ input: child.stdout })
  expect(await once(lines, 'line')).toEqual(['started'])
  return { child, lines }
}
