import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnTool } from '../../../scripts/tool.ts'

export interface RunTest {
  /** names of its describes and its own */
  fullName: string
  /** 'passed', 'failed', … */
  status: string
}

/** Part of Vitest's JSON report that is read. */
interface Report {
  testResults: { assertionResults: RunTest[] }[]
}

/** Runs test files (from the root) of the project 'push', for faults that have tests of their own already. */
export async function runPushTests(files: readonly string[]): Promise<RunTest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-fault-'))
  const report = join(folder, 'vitest.json')
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', 'push', '--reporter=json']
  try {
    const vitest = spawnTool('vitest', [...args, `--outputFile.json=${report}`, ...files], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(vitest, 'exit')
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
