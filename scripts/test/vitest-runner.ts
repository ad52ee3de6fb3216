import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { spawnTool } from '../tool.ts'
import { type Outcome, readReport, untilExit } from './outcome.ts'
import { printLines } from './print-lines.ts'
import type { TestReport, VitestRun } from './vitest-reporter.ts'

/** Most failed files that are tried again. If more fail, the machine is not the cause: see second-try.rationale.md. */
const MOST_TRIED_AGAIN = 3

/** Uses every processor; the browser stories run at the same time on what is idle. */
const WORKERS = Math.max(2, availableParallelism())

export interface VitestOptions {
  /** folder for the reports, so that two runs on one machine do not overwrite each other */
  reportFolder: string
  config?: string
  /** limit for each of the two runs */
  limitMinutes?: number
  env?: NodeJS.ProcessEnv
  output?: 'print' | 'ignore'
}

/** Runs all Vitest projects; one outcome for each folder of tests/. If only a few files fail they are tried again. */
export async function runVitest(options: VitestOptions): Promise<Outcome[]> {
  const first = await vitest(options, 'vitest.json')
  if (!first.run) return [crash(first.said)]
  const again = filesToTryAgain(first.run)
  const second = again.length > 0 ? await vitest(options, 'vitest-again.json', again) : undefined
  const outcomes = judge(first.run, second?.run)
  const unexplained = [first, ...(second ? [second] : [])].filter(isUnexplained)
  return unexplained.length > 0 ? [...outcomes, crash(...unexplained.map(({ said }) => said))] : outcomes
}

/** True for a run that failed without naming a failure: its exit code outweighs its report. */
function isUnexplained({ code, run }: Awaited<ReturnType<typeof vitest>>): boolean {
  if (code === 0) return false
  return !run || !(run.tests.some(({ state }) => state === 'failed') || run.broken.length || run.uncaught.length)
}

async function vitest(
  { reportFolder, config, limitMinutes = 45, env, output = 'print' }: VitestOptions,
  name: string,
  files: readonly string[] = [],
) {
  const file = join(reportFolder, name)
  const reporter = join(import.meta.dirname, 'vitest-reporter.ts')
  const args = ['run', ...files, '--config', config ?? 'tests/vitest.config.ts', `--maxWorkers=${WORKERS}`]
  const child = spawnTool('vitest', [...args, '--reporter=default', `--reporter=${reporter}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, VITEST_RUN: file },
  })
  printLines(child, 'vitest', output === 'print')
  const { code, said } = await untilExit(child, limitMinutes)
  return { code, said, run: readReport<VitestRun>(file) }
}

/** Files to try again: those in which something failed, if they are few and their failure may come from a busy machine. */
export function filesToTryAgain({ tests, broken }: VitestRun): string[] {
  const failed = [...tests.filter(({ state }) => state === 'failed'), ...broken]
  const files = new Set(failed.map(({ file }) => file))
  const races = new Set(tests.filter(({ state, isRace }) => state === 'failed' && isRace).map(({ file }) => file))
  return files.size <= MOST_TRIED_AGAIN ? [...files].filter((file) => !races.has(file)) : []
}

/**
 * Makes one outcome for each folder of tests/. A failure counts as passed only if the second run passed the same test in the
 * same project. Races, uncaught errors and runs that were cut off always count.
 */
export function judge(first: VitestRun, second?: VitestRun): Outcome[] {
  const passedThen = new Set(second?.tests.filter(({ state }) => state === 'passed').map(keyOf))
  const isCleared = (test: TestReport) => !test.isRace && passedThen.has(keyOf(test))
  const brokenThen = new Set(second?.broken.map(fileOf))
  const ranThen = new Set(second?.tests.map(fileOf))
  const isMended = (file: Place) => ranThen.has(fileOf(file)) && !brokenThen.has(fileOf(file))
  const mended = new Set(first.broken.filter(isMended).map(fileOf))

  // Tests that a failed set-up prevented in the first run count by their result in the second.
  const ranFirst = new Set(first.tests.filter(({ state }) => state === 'passed' || state === 'failed').map(keyOf))
  const ranLater = (second?.tests ?? []).filter((test) => mended.has(fileOf(test)) && !ranFirst.has(keyOf(test)))
  const tests = [...first.tests.filter((test) => ranFirst.has(keyOf(test)) || !mended.has(fileOf(test))), ...ranLater]
  const areas = Object.groupBy([...tests, ...first.broken], areaOf)
  const outcomes = Object.keys(areas).map((area): Outcome => {
    const ofArea = tests.filter((test) => areaOf(test) === area)
    const failed = ofArea.filter(({ state }) => state === 'failed')
    const broken = first.broken.filter((file) => areaOf(file) === area)
    const lost = [...failed.filter((test) => !isCleared(test)), ...broken.filter((file) => !isMended(file))]
    const late = [...failed.filter(isCleared), ...broken.filter(isMended)]
    return {
      runner: area,
      passed: ofArea.filter((test) => test.state === 'passed' || (test.state === 'failed' && isCleared(test))).length,
      failed: lost.length,
      failures: lost.map(textOf),
      secondTry: late.map(textOf),
      notRun: ofArea.filter(({ state }) => state !== 'passed' && state !== 'failed').map(({ name }) => name),
      ms: spanOf(ofArea),
    }
  })
  const runs = second ? [first, second] : [first]
  const ofNoTest = runs.flatMap(({ uncaught, finished }) => [...uncaught, ...(finished ? [] : ['it was cut off'])])
  return ofNoTest.length > 0 ? [...outcomes, crash(...ofNoTest)] : outcomes
}

type Place = Pick<TestReport, 'project' | 'file'>

const fileOf = ({ project, file }: Place) => `${project} ${file}`
const keyOf = (test: TestReport) => `${fileOf(test)} ${test.name}`

/** Name of the area: 'tests/api/x.test.ts' belongs to 'api', and its run through PgBouncer to 'api (PgBouncer)'. */
function areaOf({ project, file }: Place): string {
  const folder = file.split(/[\\/]/)[1] ?? ''
  return project.startsWith('pgbouncer') ? `${folder} (PgBouncer)` : folder
}

const textOf = ({ file, name, said }: { file: string; name?: string; said: string }) =>
  `${name ? `${file} > ${name}` : file}\n${said}`

function spanOf(tests: readonly TestReport[]): number {
  const ran = tests.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [{ from, to }]))
  return ran.length === 0 ? 0 : Math.max(...ran.map(({ to }) => to)) - Math.min(...ran.map(({ from }) => from))
}

const crash = (...failures: string[]): Outcome => ({
  runner: 'vitest itself',
  passed: 0,
  failed: failures.length,
  failures,
  notRun: [],
  ms: 0,
})
