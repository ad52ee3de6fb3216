import { join } from 'node:path'
import { chromium, headlessShell } from '../machine.ts'
import { commandOf } from '../tool.ts'
import { readCpuSeconds, spawnCounted } from './cpu-seconds.ts'
import { type Outcome, readReport, untilExit } from './outcome.ts'
import { printLines } from './print-lines.ts'
import type { Tier } from './tier.ts'

const RUNNER = 'stories'

export interface BrowserReport {
  stats: { expected: number; unexpected: number; skipped: number }
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

/** Tag of the stories that only `npm test -- --all` runs: tests/tiers.rationale.md. */
const ONLY_IN_ALL = '@all'

/** Runs the browser tests against the started product; without Chromium they are named as not run. */
export async function runStories(reportFolder: string, tier: Tier): Promise<Outcome> {
  const browser = chromium.find()
  if (!browser) return { runner: RUNNER, passed: 0, failed: 0, notRun: [`the ${RUNNER}: no Chromium`], ms: 0 }

  const since = performance.now()
  const file = join(reportFolder, 'playwright.json')
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts']
  const chosen = tier === 'first' ? ['--grep-invert', ONLY_IN_ALL] : []
  const playwright = spawnCounted(`${file}.cpu`, [commandOf('@playwright/test'), ...args, ...chosen], {
    env: {
      ...process.env,
      CHROMIUM: browser,
      CHROMIUM_SHELL: headlessShell.find() ?? browser,
      E2E_REPORT: file,
      // Node reads TypeScript itself: Playwright's own compiler takes 3 s more for each process that loads the stories.
      PW_DISABLE_TS_ESM: '1',
    },
  })
  printLines(playwright, RUNNER)
  const { code, said } = await untilExit(playwright)
  const judged = judgeBrowser(code, said, readReport<BrowserReport>(file))
  return { ...judged, ms: performance.now() - since, cpuSeconds: readCpuSeconds(`${file}.cpu`) }
}

/** Outcome of the stories. An unexplained exit code is a failure. */
export function judgeBrowser(code: number | null, said: string, report?: BrowserReport): Omit<Outcome, 'ms'> {
  if (!report) return { runner: RUNNER, passed: 0, failed: 1, failures: [`${RUNNER} ${said}`], notRun: [] }
  const failures = [...testsThatEnded(report, 'unexpected'), ...report.errors.map(({ message = '' }) => message)]
  if (code !== 0 && failures.length === 0) failures.push(`${RUNNER} ${said}`)
  return {
    runner: RUNNER,
    passed: report.stats.expected,
    failed: failures.length,
    failures,
    notRun: testsThatEnded(report, 'skipped'),
  }
}

/** Tests with this status ('unexpected', 'skipped'): file, line, title and errors. */
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
