import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from '../build/app-build.ts'
import { programs } from '../machine.ts'
import { ROOT } from '../root.ts'
import { type Outcome, readReport, untilExit } from './outcome.ts'
import { printLines } from './print-lines.ts'

/** Builds the app again; counts as one test. */
export async function runBuild(): Promise<Outcome> {
  const since = performance.now()
  const outcome = { runner: 'build', passed: 1, failed: 0, notRun: [] }
  try {
    await build()
    return { ...outcome, ms: performance.now() - since }
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return { ...outcome, passed: 0, failed: 1, failures: [String(error)], ms: performance.now() - since }
  }
}

/** Fields of the report of `npm run faults` that are read. */
interface Row {
  fault: string
  measured: string
  held: boolean
  lacks?: string
}

const RUNNER = 'faults'
const LIMIT_MINUTES = 20

/** Runs `npm run faults` in its quick version; each row counts as one test. Rows that cannot run here are named. */
export async function runFaults(reportFolder: string): Promise<Outcome> {
  const postgres = programs.find(({ name }) => name === 'PostgreSQL')
  if (!postgres?.find()) return { runner: RUNNER, passed: 0, failed: 0, notRun: ['the faults: no PostgreSQL'], ms: 0 }

  const since = performance.now()
  const file = join(reportFolder, 'faults.json')
  const faults = spawn(process.execPath, ['tests/faults/run.ts', '--quick', '--report', file], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  printLines(faults, RUNNER)
  const { code, said } = await untilExit(faults, LIMIT_MINUTES)
  const ms = performance.now() - since

  const rows = readReport<Row[]>(file) ?? []
  const untried = rows.filter(({ lacks }) => lacks !== undefined)
  const broken = rows.filter(({ held, lacks }) => !held && lacks === undefined)
  const failures = broken.map(({ fault, measured }) => `${fault}\n${measured}`)
  if (code !== 0 && failures.length + untried.length === 0) failures.push(`the faults ${said}`)
  return {
    runner: RUNNER,
    passed: rows.length - broken.length - untried.length,
    failed: failures.length,
    failures,
    notRun: untried.map(({ fault, lacks }) => `fault ${fault}: lacks ${lacks}`),
    ms,
  }
}
