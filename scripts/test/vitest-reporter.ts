import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node'
import { ROOT } from '../root.ts'

/**
 * Results that `npm test` reads from a run of Vitest. Vitest's own JSON reporter leaves out errors outside tests, the project
 * and the tags.
 */
export interface VitestRun {
  tests: TestReport[]
  /** files or groups that failed to load, set up or tear down, even if their tests ran */
  broken: { project: string; file: string; said: string }[]
  /** uncaught errors, from any test */
  uncaught: string[]
  /** false if the run was cut off */
  finished: boolean
}
export interface TestReport {
  project: string
  /** path from the root of the project */
  file: string
  name: string
  state: 'passed' | 'failed' | 'skipped' | 'pending'
  said: string
  /** tests the order of concurrent requests, so it gets no second try */
  isRace: boolean
  /** begin and end, in ms since the epoch; missing for a test that never ran */
  from?: number
  to?: number
}

/** Writes a `VitestRun` to the file that `VITEST_RUN` names. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const run: VitestRun = {
      tests: modules.flatMap((module) => [...module.children.allTests()].map((test) => reportOf(module, test))),
      broken: modules.flatMap(brokenIn),
      uncaught: errors.map(textOf),
      finished: reason !== 'interrupted',
    }
    writeFileSync(process.env.VITEST_RUN ?? 'vitest-run.json', JSON.stringify(run))
  }
}

const placeOf = (module: TestModule) => ({
  project: module.project.name,
  file: relative(ROOT, module.moduleId),
})

function reportOf(module: TestModule, test: TestCase): TestReport {
  const { state, errors = [] } = test.result()
  const { startTime, duration } = test.diagnostic() ?? {}
  return {
    ...placeOf(module),
    name: test.fullName,
    state,
    said: errors.map(textOf).join('\n'),
    isRace: test.tags.includes('race'),
    ...(startTime !== undefined && duration !== undefined && { from: startTime, to: startTime + duration }),
  }
}

function brokenIn(module: TestModule): VitestRun['broken'] {
  const groups = [module, ...module.children.allSuites()]
  return groups.flatMap((group) => group.errors().map((error) => ({ ...placeOf(module), said: textOf(error) })))
}

const textOf = ({ message, stack = '' }: { message?: string; stack?: string }) =>
  [message, stack.includes(message ?? '') ? stack.slice(stack.indexOf(message ?? '') + (message ?? '').length) : stack]
    .join('\n')
    .trim()
