import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node'
import { ROOT } from '../root.ts'

/** Results that `npm test` reads from a run of Vitest. Vitest's own JSON reporter leaves out errors outside tests. */
export interface VitestRun {
  tests: TestReport[]
  /** files or groups that failed to load, set up or tear down, even if their tests ran */
  broken: { file: string; said: string }[]
  uncaught: string[]
  /** false if the run was cut off */
  finished: boolean
}
interface TestReport {
  /** path from the root of the project */
  file: string
  name: string
  state: 'passed' | 'failed' | 'skipped' | 'pending'
  said: string
}

/** Writes a `VitestRun` to the file that `VITEST_RUN` names. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const run: VitestRun = {
      tests: modules.flatMap((module) =>
        [...module.children.allTests()].filter((test) => !isOfAnotherTier(test)).map((test) => reportOf(module, test)),
      ),
      broken: modules.flatMap(brokenIn),
      uncaught: errors.map(textOf),
      finished: reason !== 'interrupted',
    }
    writeFileSync(process.env.VITEST_RUN ?? 'vitest-run.json', JSON.stringify(run))
  }
}

const fileOf = (module: TestModule) => relative(ROOT, module.moduleId)

/** Whether a test was left out by its tag, which is how the first tier chooses: `npm test` names these as a kind. */
const isOfAnotherTier = (test: TestCase) =>
  process.env.TIER === 'first' &&
  test.result().state === 'skipped' &&
  test.tags.some((tag) => tag === 'all' || tag === 'second-engine')

function reportOf(module: TestModule, test: TestCase): TestReport {
  const { state, errors = [] } = test.result()
  return { file: fileOf(module), name: test.fullName, state, said: errors.map(textOf).join('\n') }
}

function brokenIn(module: TestModule): VitestRun['broken'] {
  const groups = [module, ...module.children.allSuites()]
  return groups.flatMap((group) => group.errors().map((error) => ({ file: fileOf(module), said: textOf(error) })))
}

const textOf = ({ message = '', stack = '', cause }: SerializedError): string =>
  [
    message,
    stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack,
    cause && `[cause]: ${textOf(cause)}`,
  ]
    .filter(Boolean)
    .join('\n')
    .trim()
