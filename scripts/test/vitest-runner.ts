import { once } from 'node:events'
import { join, relative } from 'node:path'
import { ROOT } from '../root.ts'
import { spawnTool } from '../tool.ts'
import type { Outcome } from './outcome.ts'
import { readReport } from './read-report.ts'

/** What is read of Vitest's JSON report, one entry a test file. */
interface Report {
  success: boolean
  testResults: FileReport[]
}
interface FileReport {
  name: string
  status: 'passed' | 'failed'
  startTime: number
  endTime: number
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

/** Runs all Vitest projects; one outcome for each folder of tests/. */
export async function runVitest(reportFolder: string): Promise<Outcome[]> {
  const file = join(reportFolder, 'vitest.json')
  const args = ['run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json']
  const vitest = spawnTool('vitest', [...args, `--outputFile.json=${file}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(vitest, 'exit')

  const report = readReport<Report>(file)
  if (!report) return [crash('vitest')]
  const areas = Object.entries(Object.groupBy(report.testResults, areaOf))
  const outcomes = areas.map(([area, files = []]) => outcomeOf(area, files))
  // An error outside of any test (a set-up, a promise that nobody awaited) is in the exit code alone.
  const unexplained = code !== 0 && outcomes.every((outcome) => outcome.failed === 0)
  return unexplained ? [...outcomes, crash('vitest')] : outcomes
}

/** 'tests/api/x.test.ts' belongs to 'api'; once more to 'api (PgBouncer)', which the report tells by its tests alone. */
function areaOf(file: FileReport): string {
  const folder = relative(join(ROOT, 'tests'), file.name).split(/[\\/]/)[0] ?? ''
  const pooled = file.assertionResults.some(({ fullName }) => fullName.includes('(PgBouncer)'))
  return pooled ? `${folder} (PgBouncer)` : folder
}

function outcomeOf(runner: string, files: FileReport[]): Outcome {
  const tests = files.flatMap((file) => file.assertionResults)
  // Could not be loaded or set up: the file failed, though no test of it did.
  const broken = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  const count = (status: string) => tests.filter((test) => test.status === status).length
  return {
    runner,
    passed: count('passed'),
    failed: count('failed') + broken.length,
    failures: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n')),
      ...broken.map(({ name, message }) => `${relative(ROOT, name)}\n${message}`),
    ],
    notRun: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map((test) => test.fullName),
    ms: Math.max(...files.map((file) => file.endTime)) - Math.min(...files.map((file) => file.startTime)),
  }
}

const crash = (runner: string): Outcome => ({ runner: `${runner} itself`, passed: 0, failed: 1, notRun: [], ms: 0 })
