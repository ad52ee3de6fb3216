import { join } from 'node:path'
import { build } from '../build/app-build.ts'
import { bundleServers, preloadOf } from '../build/server-bundle.ts'
import { postgres } from '../machine.ts'
import { readCpuSeconds, spawnCounted } from './cpu-seconds.ts'
import { type Outcome, readReport, untilExit } from './outcome.ts'
import { printLines } from './print-lines.ts'
import type { Tier } from './tier.ts'

/** Builds the app again, and has every program that is started from here on run from the servers' bundle; counts as one test. */
export async function runBuild(): Promise<Outcome> {
  const since = performance.now()
  const outcome = { runner: 'build', passed: 1, failed: 0, notRun: [] }
  try {
    await build()
    const { NODE_OPTIONS } = process.env
    process.env.NODE_OPTIONS = [NODE_OPTIONS, `--import=${preloadOf(await bundleServers())}`].filter(Boolean).join(' ')
    return { ...outcome, ms: performance.now() - since }
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return { ...outcome, passed: 0, failed: 1, failures: [String(error)], ms: performance.now() - since }
  }
}

interface Row {
  fault: string
  invariant: string
  measured: string
  held: boolean
  lacks?: string
}

const RUNNER = 'faults'

/** The faults of the first tier: what they lose is gone for good, and no test of tests/api or tests/database kills its process. */
const FAULTS_OF_FIRST_TIER = ['kill-api', 'kill-postgres', 'kill-ticking', 'kill-publishing']

/** Runs `npm run faults` in its quick version; each row counts as one test. Rows that cannot run here are named. */
export async function runFaults(reportFolder: string, tier: Tier): Promise<Outcome> {
  if (!postgres.find()) return { runner: RUNNER, passed: 0, failed: 0, notRun: ['the faults: no PostgreSQL'], ms: 0 }

  const since = performance.now()
  const file = join(reportFolder, 'faults.json')
  const names = tier === 'first' ? FAULTS_OF_FIRST_TIER : []
  const faults = spawnCounted(`${file}.cpu`, ['tests/faults/run.ts', ...names, '--quick', '--report', file])
  printLines(faults, RUNNER)
  const { code, said } = await untilExit(faults)
  const ms = performance.now() - since

  const rows = readReport<Row[]>(file) ?? []
  const untried = rows.filter(({ lacks }) => lacks !== undefined)
  const broken = rows.filter(({ held, lacks }) => !held && lacks === undefined)
  const failures = broken.map(({ fault, invariant, measured }) => `${fault}\nmust hold: ${invariant}\n${measured}`)
  if (code !== 0 && failures.length + untried.length === 0) failures.push(`the faults ${said}`)
  return {
    runner: RUNNER,
    passed: rows.length - broken.length - untried.length,
    failed: failures.length,
    failures,
    notRun: untried.map(({ fault, lacks }) => `fault ${fault}: lacks ${lacks}`),
    ms,
    cpuSeconds: readCpuSeconds(`${file}.cpu`),
  }
}
