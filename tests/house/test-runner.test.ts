import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { judgeBrowser } from '../../scripts/test/browser-runner.ts'
import { readCpuSeconds, spawnCounted } from '../../scripts/test/cpu-seconds.ts'
import { type Outcome, summarise, untilExit } from '../../scripts/test/outcome.ts'
import { budgetOf } from '../../scripts/test/tier.ts'
import { judge, runVitest } from '../../scripts/test/vitest-runner.ts'

const PUPILS = 'tests/house/programs/pupils'
const api: Outcome = { runner: 'api', passed: 40, failed: 0, notRun: [], ms: 1200 }
const lastLine = (text: string) => text.split('\n').at(-1)

test('the last line sums every part', () => {
  const { text, ok } = summarise([api, { ...api, runner: 'domain', passed: 2, failed: 1 }])
  expect(lastLine(text)).toBe('42 passed, 1 failed')
  expect(ok).toBe(false)
})

test('what was not run is named, and does not fail on a developer’s machine', () => {
  const { text, ok } = summarise([{ ...api, notRun: ['a skipped test'] }], { missing: ['PgBouncer'] })
  expect(text).toContain('Not run: a skipped test')
  expect(text).toContain('Not run: what needs PgBouncer')
  expect(lastLine(text)).toBe('40 passed, 0 failed')
  expect(ok).toBe(true)
})

test('in CI what was not run has failed', () => {
  const { text, ok } = summarise([{ ...api, notRun: ['a skipped test'] }], { missing: ['PgBouncer'], strict: true })
  expect(lastLine(text)).toBe('40 passed, 2 failed')
  expect(ok).toBe(false)
})

test('the first tier names what only all runs, and that has not failed', () => {
  const { text, ok } = summarise([api], { onlyInAll: ['PgBouncer'], strict: true })
  expect(text).toContain('Only in npm test -- --all: PgBouncer')
  expect(ok).toBe(true)
})

test('what failed is named at the end of a long run, shortened and without colours', () => {
  const long = ['a test', '\u001b[31mexpected 1\u001b[39m', ...Array.from({ length: 40 }, (_, line) => `at ${line}`)]
  const { text, ok } = summarise([{ ...api, failed: 1, failures: [long.join('\n')] }], { strict: true })
  expect(text).toContain('Failed in api: a test\n  expected 1\n  at 0')
  expect(text).not.toContain('at 30')
  expect(lastLine(text)).toBe('40 passed, 1 failed')
  expect(ok).toBe(false)
})

test('of a failure whose first lines fill its place, such as a page, the cause is shown too', () => {
  const page = Array.from({ length: 40 }, (_, line) => `line ${line}`)
  const cause = ['    [cause]: Error: Timed out', ...Array.from({ length: 40 }, (_, line) => `of ${line}`)]
  const { text } = summarise([{ ...api, failed: 1, failures: [[...page, ...cause].join('\n')] }])
  expect(text).toContain('[cause]: Error: Timed out\n  of 0')
  expect(text).not.toContain('line 30')
  expect(text).not.toContain('of 30')
})

describe('CPU-seconds', () => {
  test('above 1.3 times their budget are a failure, of a part whose every test passed', () => {
    expect(summarise([{ ...api, cpuSeconds: 129, budget: 100 }]).ok).toBe(true)
    const { text, ok } = summarise([{ ...api, cpuSeconds: 131, budget: 100 }])
    expect(text).toContain('Failed in api: took 131 CPU-seconds of 100')
    expect(ok).toBe(false)
  })

  test('that a machine cannot count are left open', () => {
    expect(summarise([{ ...api, budget: 100 }]).ok).toBe(true)
  })

  test('may be twice as many on a machine that is half as fast in the middle of the run', () => {
    const quiet = budgetOf('api', 'first', [0.5]) ?? 0
    expect(budgetOf('api', 'first', [1, 9, 0.5])).toBe(2 * quiet)
    expect(budgetOf('api', 'all', [0.5])).toBeGreaterThan(quiet)
  })

  test.runIf(process.platform === 'linux')('include those of a process whose parent has ended', async () => {
    const file = join(emptyFolder(), 'cpu')
    const { code } = await untilExit(spawnCounted(file, [`${PUPILS}/detaches.cjs`]))
    expect(code).toBe(0)
    expect(readCpuSeconds(file)).toBeGreaterThan(0.5)
  })
})

describe('a run of Vitest', () => {
  /** Files that are named after what they do, run by the runner of `npm test` itself. */
  const run = (pupils: string, quietMinutes?: number) =>
    runVitest('pupils', {
      reportFolder: emptyFolder(),
      config: `${PUPILS}/vitest.config.ts`,
      env: { PUPILS: `${pupils}.pupil.ts` },
      output: 'ignore',
      ...(quietMinutes !== undefined && { quietMinutes }),
    })

  test('names what failed and what broke, once', async () => {
    const { passed, failed, failures = [], notRun } = await run('fails')
    expect([passed, failed, notRun]).toEqual([1, 2, ['behind a set-up that breaks > does not run']])
    expect(failures[0]).toContain('fails')
    expect(failures[0]).toContain('[cause]: because of this')
    expect(failures[1]).toContain('the set-up broke')
  })

  test('has failed by an error that nobody caught', async () => {
    const { passed, failed, failures } = await run('uncaught')
    expect([passed, failed]).toEqual([1, 1])
    expect(failures?.join()).toContain('nobody caught this')
  })

  test('that hangs is ended, and has failed', async () => {
    const { failed, failures } = await run('hangs', 0.1)
    expect(failures?.join()).toMatch(/printed nothing for 0.1 minutes|cut off/)
    expect(failed).toBeGreaterThan(0)
  })

  test('has failed by its exit code alone, and without a report', () => {
    const fine = { tests: [], broken: [], uncaught: [], finished: true }
    expect(judge(0, 'ended with 0', fine)).toMatchObject({ failed: 0 })
    expect(judge(1, 'ended with 1', fine)).toMatchObject({ failed: 1, failures: ['ended with 1'] })
    expect(judge(0, 'ended with 0')).toMatchObject({ failed: 1 })
  })
})

test('a run of the browser that failed without a failing test has failed', () => {
  const report = { stats: { expected: 3, unexpected: 0, skipped: 0 }, errors: [], suites: [] }
  expect(judgeBrowser(0, '', report)).toMatchObject({ passed: 3, failed: 0 })
  expect(judgeBrowser(1, 'ended with 1', report)).toMatchObject({ passed: 3, failed: 1 })
  expect(judgeBrowser(0, 'ended with 0')).toMatchObject({ passed: 0, failed: 1 })
})

test('a runner that prints nothing for too long is ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  const { said } = await untilExit(child, 0.005)
  expect(said).toBe('printed nothing for 0.005 minutes and was ended')
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-runner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
