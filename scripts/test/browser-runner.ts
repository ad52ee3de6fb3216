import { join } from 'node:path'
import { chromium, headlessShell } from '../machine.ts'
import { spawnTool } from '../tool.ts'
import { type Outcome, readReport, untilExit } from './outcome.ts'
import { printLines } from './print-lines.ts'

const RUNNER = 'browser story'
const LIMIT_MINUTES = 45

/** Fields of Playwright's JSON report that are read. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: Suite[]
}
interface Suite {
  suites?: Suite[]
  specs: Spec[]
}
interface Spec {
  title: string
  file: string
  line: number
  tests: { status: string; results: { errors: { message?: string }[] }[] }[]
}

/** Runs the browser tests against the started product; without Chromium they are named as not run. */
export async function runBrowserStory(reportFolder: string): Promise<Outcome> {
  const browser = chromium.find()
  if (!browser) return { runner: RUNNER, passed: 0, failed: 0, notRun: [`the ${RUNNER}: no Chromium`], ms: 0 }

  const since = performance.now()
  const file = join(reportFolder, 'playwright.json')
  const playwright = spawnTool('@playwright/test', ['test', '--config', 'tests/e2e/playwright.config.ts'], {
    env: {
      ...process.env,
      CHROMIUM: browser,
      CHROMIUM_SHELL: headlessShell.find() ?? browser,
      E2E_REPORT: file,
      // Node reads TypeScript itself: Playwright's own compiler takes 3 s more for each process that loads the stories.
      PW_DISABLE_TS_ESM: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  printLines(playwright, 'stories')
  const { code, said } = await untilExit(playwright, LIMIT_MINUTES)
  return { ...judgeBrowser(code, said, readReport<BrowserReport>(file)), ms: performance.now() - since }
}

/** Outcome of the stories. A second try that passes counts, and is named; an unexplained exit code is a failure. */
export function judgeBrowser(code: number | null, said: string, report?: BrowserReport): Omit<Outcome, 'ms'> {
  if (!report) return { runner: RUNNER, passed: 0, failed: 1, failures: [`${RUNNER} ${said}`], notRun: [] }
  const failures = [...testsThatEnded(report, 'unexpected'), ...report.errors.map(({ message = '' }) => message)]
  if (code !== 0 && failures.length === 0) failures.push(`${RUNNER} ${said}`)
  return {
    runner: RUNNER,
    passed: report.stats.expected + report.stats.flaky,
    failed: failures.length,
    failures,
    secondTry: testsThatEnded(report, 'flaky'),
    notRun: testsThatEnded(report, 'skipped'),
  }
}

/** Tests with this status ('unexpected', 'flaky', 'skipped'): file, line, title and the errors of the first try. */
function testsThatEnded(report: BrowserReport, status: string): string[] {
  return report.suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results }) => {
        // a timed-out test has two errors: that it timed out, and what it was waiting for
        const said = results[0]?.errors.map(({ message }) => message) ?? []
        return [`${file}:${line} ${title}`, ...said].filter(Boolean).join('\n')
      }),
  )
}

const specsOf = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
