import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { judgeBrowser } from '../../scripts/test/browser-runner.ts'
import { type Outcome, summarise, untilExit } from '../../scripts/test/outcome.ts'
import { filesToTryAgain, judge, runVitest } from '../../scripts/test/vitest-runner.ts'

const api: Outcome = { runner: 'api', passed: 40, failed: 0, notRun: [], ms: 1200 }
const lastLine = (text: string) => text.split('\n').at(-1)

test('the last line sums every runner', () => {
  const { text, ok } = summarise([api, { ...api, runner: 'domain', passed: 2, failed: 1 }], [], false)
  expect(lastLine(text)).toBe('42 passed, 1 failed')
  expect(ok).toBe(false)
})

test('what was not run is named, and does not fail on a developer’s machine', () => {
  const { text, ok } = summarise([{ ...api, notRun: ['a skipped test'] }], ['PgBouncer'], false)
  expect(text).toContain('Not run: a skipped test')
  expect(text).toContain('Not run: what needs PgBouncer')
  expect(lastLine(text)).toBe('40 passed, 0 failed')
  expect(ok).toBe(true)
})

test('in CI what was not run has failed', () => {
  const { text, ok } = summarise([{ ...api, notRun: ['a skipped test'] }], ['PgBouncer'], true)
  expect(lastLine(text)).toBe('40 passed, 2 failed')
  expect(ok).toBe(false)
})

test('what failed is named at the end of a long run, shortened and without colours, and so is what passed late', () => {
  const long = ['a test', '\u001b[31mexpected 1\u001b[39m', ...Array.from({ length: 40 }, (_, line) => `at ${line}`)]
  const { text, ok } = summarise(
    [{ ...api, failed: 1, failures: [long.join('\n')], secondTry: ['another\nTimeout'] }],
    [],
    true,
  )
  expect(text).toContain('Failed in api: a test\n  expected 1\n  at 0')
  expect(text).not.toContain('at 30')
  expect(text).toContain('Passed at the second try in api: another\n  Timeout')
  expect(lastLine(text)).toBe('40 passed, 1 failed')
  expect(ok).toBe(false)
})

describe('the second try', () => {
  /** Files that are named after what they do, run by the runner of `npm test` itself. */
  const run = async (pupils: string, limitMinutes?: number) => {
    const reportFolder = mkdtempSync(join(tmpdir(), 'wiskunde-second-try-'))
    onTestFinished(() => rmSync(reportFolder, { recursive: true, force: true }))
    const config = 'tests/house/programs/second-try/vitest.config.ts'
    const env = { PUPILS: `${pupils}.pupil.ts`, PUPILS_FOLDER: reportFolder }
    return runVitest({ reportFolder, config, env, limitMinutes, output: 'ignore' })
  }
  const sum = (outcomes: Outcome[], of: 'passed' | 'failed') => outcomes.reduce((total, one) => total + one[of], 0)
  const listed = (outcomes: Outcome[], of: 'failures' | 'secondTry') => outcomes.flatMap((one) => one[of] ?? []).join()

  test('clears what passed then, names it, and nothing else', async () => {
    const outcomes = await run('late')
    expect(listed(outcomes, 'secondTry')).toContain('passes when it is tried again')
    expect(listed(outcomes, 'secondTry')).toContain('the set-up broke')
    expect(listed(outcomes, 'failures')).toContain('never passes')
    expect([sum(outcomes, 'passed'), sum(outcomes, 'failed')]).toEqual([2, 1])
  })

  test('is not for a race, nor for what nobody caught beside it', async () => {
    const outcomes = await run('{race,uncaught}')
    expect(listed(outcomes, 'failures')).toContain('shows itself once')
    expect(listed(outcomes, 'failures')).toContain('nobody caught this')
    expect(sum(outcomes, 'failed')).toBe(2)
  })

  test('does not hide an error that nobody caught behind another file that passed late', async () => {
    const outcomes = await run('{late,uncaught}')
    expect(listed(outcomes, 'failures')).toContain('nobody caught this')
    expect(listed(outcomes, 'failures')).toContain('never passes')
  })

  test('a run that hangs is ended, and has failed', async () => {
    const outcomes = await run('hangs', 0.05)
    expect(listed(outcomes, 'failures')).toMatch(/took longer than 0.05 minutes|cut off/)
    expect(sum(outcomes, 'failed')).toBeGreaterThan(0)
  })

  const test_ = (name: string, state: 'passed' | 'failed' | 'skipped', file = 'tests/api/x.test.ts') => ({
    project: 'api',
    file,
    name,
    state,
    said: '',
    isRace: false,
  })
  const runOf = (...tests: ReturnType<typeof test_>[]) => ({ tests, broken: [], uncaught: [], finished: true })

  test('clears nothing that it skipped, did not reach, or ran in another project', () => {
    const first = runOf(test_('a', 'failed'))
    for (const second of [
      runOf(test_('a', 'skipped')),
      runOf(),
      runOf({ ...test_('a', 'passed'), project: 'pgbouncer' }),
    ])
      expect(judge(first, second)).toMatchObject([{ runner: 'api', passed: 0, failed: 1 }])
    expect(judge(first, runOf(test_('a', 'passed')))).toMatchObject([{ runner: 'api', passed: 1, failed: 0 }])
  })

  test('is for a few files only: where many fail it is not the machine', () => {
    const failing = (count: number) => Array.from({ length: count }, (_, n) => test_('a', 'failed', `tests/api/${n}`))
    expect(filesToTryAgain(runOf(...failing(3)))).toHaveLength(3)
    expect(filesToTryAgain(runOf(...failing(4)))).toEqual([])
  })

  test('a run of the browser that failed without a failing test has failed', () => {
    const report = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [], suites: [] }
    expect(judgeBrowser(0, '', report)).toMatchObject({ passed: 3, failed: 0 })
    expect(judgeBrowser(1, 'ended with 1', report)).toMatchObject({ passed: 3, failed: 1 })
    expect(judgeBrowser(0, 'ended with 0')).toMatchObject({ passed: 0, failed: 1 })
  })
})

test('a runner that takes longer than its limit is ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  const { said } = await untilExit(child, 0.005)
  expect(said).toBe('took longer than 0.005 minutes and was ended')
})
