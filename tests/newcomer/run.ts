import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../scripts/root.ts'
import { BareDebian, ENVIRONMENT, SUITES, whyNoBareDebian } from '../support/bare-debian.ts'
import { type Attempt, titleOf, writePage } from './log.ts'
import { provideNode } from './provided-node.ts'

/**
 * `deploy/try-newcomer`: types README's first two commands on bare Debian machines, in a fresh clone of what is committed
 * here, with the Node and npm that people have. A Node that is too old has to say in one line what to type instead, which
 * is then typed. What is given: the clone, and the way to npm's registry that this machine has, with what it fetched of it.
 */
const { values: asked } = parseArgs({
  options: {
    /** 12 or 13; both without it */
    debian: { type: 'string' },
    /** 18, 20, 22 or 24; `debian` for the one that Debian's own package is of */
    node: { type: 'string' },
    /** 9, 10 or 11 */
    npm: { type: 'string' },
    /** root or user */
    as: { type: 'string' },
    /**
     * steps of the newcomer: `start`, `checks` (also `npm run check` and the tests of the rules) or `test` (all of
     * `npm test`)
     */
    after: { type: 'string', default: 'checks' },
    /** the page of what was seen */
    log: { type: 'string' },
  },
})

type Trial = Pick<Attempt, 'debian' | 'node' | 'npm' | 'as'>

/** Each Debian with its own Node, each npm with the Node that it comes with and an older one, as both kinds of people. */
const TRIALS: readonly Trial[] = [
  { debian: 12, node: 'debian', npm: 9, as: 'root' },
  { debian: 12, node: 'debian', npm: 9, as: 'user' },
  { debian: 13, node: 'debian', npm: 9, as: 'root' },
  { debian: 13, node: 'debian', npm: 9, as: 'user' },
  { debian: 12, node: 20, npm: 10, as: 'user' },
  { debian: 12, node: 22, npm: 10, as: 'root' },
  { debian: 12, node: 24, npm: 11, as: 'user' },
  { debian: 13, node: 18, npm: 10, as: 'user' },
  { debian: 13, node: 20, npm: 11, as: 'user' },
  { debian: 13, node: 22, npm: 9, as: 'user' },
  { debian: 13, node: 22, npm: 10, as: 'user' },
  { debian: 13, node: 24, npm: 11, as: 'root' },
]

const LIMIT_MS = 60 * 60_000
const BASE = 'http://localhost:3000'

/** Starts the product, looks at its first page, and ends it: nothing of it may be left, and its port is free again. */
const startAndEnd = (end: string) => `
  set -m
  npm start >/tmp/start.log 2>&1 & npm=$!
  for n in $(seq 600); do
    grep --quiet 'Stoppen: Ctrl' /tmp/start.log && break
    kill -0 $npm 2>/dev/null || break
    sleep 1
  done
  cat /tmp/start.log
  curl --silent --fail ${BASE}/ | grep --quiet '<title>' || exit 90
  curl --silent --fail ${BASE}/health/ready || exit 91
  ${end}
  wait $npm
  sleep 1
  rm /tmp/start.log
  if pgrep --list-full node; then echo 'is still running'; exit 92; fi
  curl --silent ${BASE}/ && exit 93
  true`

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

const trials = TRIALS.filter((trial) =>
  (['debian', 'node', 'npm', 'as'] as const).every((key) => !asked[key] || String(trial[key]) === asked[key]),
)
if (trials.length === 0 || !['start', 'checks', 'test'].includes(asked.after)) {
  console.error(
    'Usage: deploy/try-newcomer [--debian 12|13] [--node debian|18|20|22|24] [--npm 9|10|11] [--as root|user] [--after start|checks|test] [--log FILE]',
  )
  process.exit(2)
}
const lacking = whyNoBareDebian()
if (lacking) {
  console.error(`No bare Debian here: ${lacking}`)
  process.exit(2)
}

const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
const attempts: Attempt[] = []
for (const trial of trials) {
  const attempt: Attempt = { ...trial, versions: '', steps: [], fault: undefined }
  attempts.push(attempt)
  await tryAs(attempt).catch((error: unknown) => {
    attempt.fault = error instanceof Error ? error.message : String(error)
    console.error(`${titleOf(attempt)}: ${attempt.fault}`)
    process.exitCode = 1
  })
}
if (asked.log) writeFileSync(asked.log, writePage(attempts, commit) + sectionsBelow(asked.log))
console.log(process.exitCode ? 'A newcomer would not get it running.' : 'Everything did what README says.')

/** Sections that stand below the log stay. */
function sectionsBelow(page: string): string {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const first = text.indexOf('\n## ')
  return first === -1 ? '' : text.slice(first)
}

async function tryAs(attempt: Attempt): Promise<void> {
  const machine = await BareDebian.boot(SUITES[attempt.debian], { name: 'newcomer' })
  try {
    await typeAll(attempt, machine)
  } finally {
    await machine.remove()
  }
}

async function typeAll(attempt: Attempt, machine: BareDebian): Promise<void> {
  if (attempt.node === 'debian')
    await machine.must('apt-get -qq update && apt-get -qq install --yes --no-install-recommends nodejs npm', {
      network: 'host',
    })
  else provideNode(machine.folder, attempt.node, attempt.npm)
  const home = attempt.as === 'root' ? '/root' : '/home/newcomer'
  if (attempt.as === 'user') await machine.must('useradd --create-home --shell /bin/bash newcomer')
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, join(machine.folder, home, 'wiskunde')])
  const registry = wayToRegistry(machine, home)
  if (attempt.as === 'user') await machine.must('chown --recursive newcomer: /home/newcomer')

  /** Types a command in the clone's folder; only what fetches packages has a network. */
  const type = async (command: string, network?: 'host') => {
    const as = attempt.as === 'root' ? [] : ['runuser', '--user=newcomer', '--']
    const environment = Object.entries({ ...ENVIRONMENT, ...registry, HOME: home }).map(
      ([name, value]) => `${name}=${value}`,
    )
    const since = performance.now()
    const words = [
      ...as,
      'env',
      '--ignore-environment',
      `--chdir=${home}/wiskunde`,
      ...environment,
      'bash',
      '-c',
      command,
    ]
    const { code, output } = await machine.run(words.map(quoted).join(' '), { network, timeoutMs: LIMIT_MS })
    return { code, output, seconds: (performance.now() - since) / 1000 }
  }
  const must = async (what: string, command: string, network?: 'host') => {
    const { code, output, seconds } = await type(command, network)
    if (code !== 0) throw new Error(`${what} ended with ${code}: ${output.slice(-1500)}`)
    note(attempt, what, seconds, '')
    return output
  }

  attempt.versions = (await type('echo "Node $(node --version), npm $(npm --version)"')).output.trim()
  const install = await type('npm ci', 'host')
  if (install.code === 0) note(attempt, 'npm ci', install.seconds, '')
  else {
    const warnings = install.output.split('\n').filter((line) => line.includes('te oud'))
    const [, instead] = /Doe eerst: (.+)$/.exec(warnings[0] ?? '') ?? []
    if (warnings.length !== 1 || !instead)
      throw new Error(`npm ci: no line that can be followed: ${install.output.slice(-1500)}`)
    note(attempt, 'npm ci', install.seconds, warnings[0] ?? '')
    await must(instead, instead, 'host')
  }
  const first = await must('npm start, ended as by systemd', startAndEnd('kill -TERM -- -$npm'))
  if (!first.includes('Wiskunde inschrijven')) throw new Error(`npm start: ${first}`)
  await must('npm start again, ended by ctrl+C', startAndEnd('kill -INT -- -$npm'))
  if (asked.after === 'test') await must('npm test', 'npm test', 'host')
  if (asked.after === 'checks') {
    await must('npm run check', 'npm run check')
    await must(
      'the tests of the rules',
      'node scripts/launch.cjs node_modules/vitest/vitest.mjs run --config tests/vitest.config.ts tests/domain',
    )
  }
}

/** Settings by which this machine reaches npm's registry, and its cache. They are no part of what is tested. */
function wayToRegistry(machine: BareDebian, home: string): Record<string, string> {
  const cache = join(execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim(), '_cacache')
  const to = join(machine.folder, home, '.npm')
  mkdirSync(to)
  if (existsSync(cache)) execFileSync('cp', ['--archive', '--reflink=auto', cache, to])
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (!authorities) return { npm_config_registry: registry }
  cpSync(authorities, join(machine.folder, 'etc/ssl/certs/of-the-host.pem'))
  return { npm_config_registry: registry, NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/of-the-host.pem' }
}

function note(attempt: Attempt, what: string, seconds: number, said: string): void {
  attempt.steps.push({ what, seconds, said })
  console.log(`${titleOf(attempt)}  ${seconds.toFixed(1).padStart(6)} s  ${what}${said && `: ${said}`}`)
}
