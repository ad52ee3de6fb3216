import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { commandOf } from '../tool.ts'
import { readCpuSeconds, spawnCounted } from './cpu-seconds.ts'
import { type Outcome, readReport, untilExit } from './outcome.ts'
import { printLines } from './print-lines.ts'
import type { VitestRun } from './vitest-reporter.ts'

/** Uses every processor; the browser stories run at the same time on what is idle. */
const WORKERS = Math.max(2, availableParallelism())

export interface VitestOptions {
  /** folder for the reports, so that two runs on one machine do not overwrite each other */
  reportFolder: string
  /** projects of the configuration (tests/vitest.config.ts by default), those with modules of their own included */
  projects?: readonly string[]
  /** expression of tags (https://vitest.dev/guide/test-tags); all tests by default */
  tags?: string | undefined
  files?: readonly string[]
  config?: string
  quietMinutes?: number
  env?: NodeJS.ProcessEnv
  output?: 'print' | 'ignore'
}

/** Runs some projects of Vitest, once: a test that fails has failed. */
export async function runVitest(runner: string, options: VitestOptions): Promise<Outcome> {
  const { reportFolder, projects = [], files = [], config = 'tests/vitest.config.ts', output = 'print' } = options
  const since = performance.now()
  const file = join(reportFolder, `${runner}.json`)
  const reporter = join(import.meta.dirname, 'vitest-reporter.ts')
  const args = ['run', ...files, '--config', config, `--maxWorkers=${WORKERS}`, '--reporter=default']
  const chosen = projects.flatMap((project) => ['--project', `${project}*`])
  if (options.tags) chosen.push('--tagsFilter', options.tags)
  const child = spawnCounted(`${file}.cpu`, [commandOf('vitest'), ...args, `--reporter=${reporter}`, ...chosen], {
    env: { ...process.env, ...options.env, VITEST_RUN: file },
  })
  printLines(child, runner, output === 'print')
  const { code, said } = await untilExit(child, options.quietMinutes)
  const judged = judge(code, said, readReport<VitestRun>(file))
  return { runner, ...judged, ms: performance.now() - since, cpuSeconds: readCpuSeconds(`${file}.cpu`) }
}

/** Outcome of a run. One that failed without naming a failure has failed: its exit code outweighs its report. */
export function judge(
  code: number | null,
  said: string,
  run?: VitestRun,
): Pick<Outcome, 'passed' | 'failed' | 'failures' | 'notRun'> {
  if (!run) return { passed: 0, failed: 1, failures: [said], notRun: [] }
  const named = [...run.tests.filter(({ state }) => state === 'failed'), ...run.broken].map(textOf)
  const failures = [...named, ...run.uncaught, ...(run.finished ? [] : ['it was cut off'])]
  if (code !== 0 && failures.length === 0) failures.push(said)
  return {
    passed: run.tests.filter(({ state }) => state === 'passed').length,
    failed: failures.length,
    failures,
    notRun: run.tests.filter(({ state }) => state !== 'passed' && state !== 'failed').map(({ name }) => name),
  }
}

const textOf = ({ file, name, said }: { file: string; name?: string; said: string }) =>
  `${name ? `${file} > ${name}` : file}\n${said}`
