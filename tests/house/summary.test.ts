import { expect, test } from 'vitest'
import type { Outcome } from '../../scripts/test/outcome.ts'
import { summarise } from '../../scripts/test/summary.ts'

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
