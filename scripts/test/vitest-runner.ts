import { once } from 'node:events'
import { join } from 'node:path'
import { spawnTool } from '../tool.ts'
import type { Outcome } from './outcome.ts'
import { readReport } from './read-report.ts'
import { areaOf, type FileReport, failuresOf, type VitestReport } from './vitest-report.ts'

/** Where more files fail than this, it is not the machine: see second-try.rationale.md. */
const MOST_TRIED_AGAIN = 3

/** Runs all Vitest projects; one outcome for each folder of tests/. A few files that fail are tried once more. */
export async function runVitest(reportFolder: string): Promise<Outcome[]> {
  const first = await vitest(join(reportFolder, 'vitest.json'))
  if (!first.report) return [crash('vitest')]
  const files = first.report.testResults
  // An error outside of any test (a set-up, a promise that nobody awaited) is in the exit code alone.
  const unexplained = first.code !== 0 && files.every((file) => failuresOf(file).length === 0)

  const still = await stillFailing(files, join(reportFolder, 'vitest-again.json'))
  const areas = Object.entries(Object.groupBy(files, areaOf))
  const outcomes = areas.map(([area, ofArea = []]) => outcomeOf(area, ofArea, still))
  return unexplained ? [...outcomes, crash('vitest')] : outcomes
}

async function vitest(reportFile: string, files: readonly string[] = []) {
  const args = ['run', ...files, '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json']
  const child = spawnTool('vitest', [...args, `--outputFile.json=${reportFile}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return { code, report: readReport<VitestReport>(reportFile) }
}

/** Names of what failed, and failed once more where it was tried again. */
async function stillFailing(files: readonly FileReport[], reportFile: string): Promise<Set<string>> {
  const failed = files.filter((file) => failuresOf(file).length > 0)
  const names = new Set(failed.map(({ name }) => name))
  const areFew = names.size > 0 && names.size <= MOST_TRIED_AGAIN
  const again = areFew ? (await vitest(reportFile, [...names])).report?.testResults : undefined
  // A second run that fell over before it came to them has cleared nobody.
  const isWhole = again?.length && [...names].every((name) => again.some((file) => file.name === name))
  return new Set((isWhole ? again : failed).flatMap(failuresOf).map(({ name }) => name))
}

function outcomeOf(runner: string, files: readonly FileReport[], still: ReadonlySet<string>): Outcome {
  const tests = files.flatMap((file) => file.assertionResults)
  const failures = files.flatMap(failuresOf)
  const failed = failures.filter(({ name }) => still.has(name))
  const secondTry = failures.filter(({ name }) => !still.has(name))
  const told = ({ name, said }: (typeof failures)[number]) => `${name}\n${said}`
  return {
    runner,
    passed: tests.filter(({ status }) => status === 'passed').length + secondTry.length,
    failed: failed.length,
    failures: failed.map(told),
    secondTry: secondTry.map(told),
    notRun: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map((test) => test.fullName),
    ms: Math.max(...files.map((file) => file.endTime)) - Math.min(...files.map((file) => file.startTime)),
  }
}

const crash = (runner: string): Outcome => ({ runner: `${runner} itself`, passed: 0, failed: 1, notRun: [], ms: 0 })
