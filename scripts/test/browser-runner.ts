import { once } from 'node:events'
import { join } from 'node:path'
import { chromium } from '../machine/programs.ts'
import { spawnTool } from '../tool.ts'
import { type BrowserReport, testsThatEnded } from './browser-report.ts'
import type { Outcome } from './outcome.ts'
import { readReport } from './read-report.ts'

const RUNNER = 'browser story'

/** Runs the browser tests against the started product; without Chromium they are named as not run. */
export async function runBrowserStory(reportFolder: string): Promise<Outcome> {
  const browser = chromium.find()
  if (!browser) return { runner: RUNNER, passed: 0, failed: 0, notRun: [`the ${RUNNER}: no Chromium`], ms: 0 }

  const since = performance.now()
  const file = join(reportFolder, 'playwright.json')
  const playwright = spawnTool('@playwright/test', ['test', '--config', 'tests/e2e/playwright.config.ts'], {
    env: { ...process.env, CHROMIUM: browser, E2E_REPORT: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(playwright, 'exit')
  const ms = performance.now() - since

  const report = readReport<BrowserReport>(file)
  if (!report) return { runner: RUNNER, passed: 0, failed: 1, notRun: [], ms }
  const { expected, unexpected, flaky } = report.stats
  const failed = unexpected + report.errors.length
  return {
    runner: RUNNER,
    passed: expected + flaky,
    failed: code !== 0 ? Math.max(failed, 1) : failed,
    failures: [...testsThatEnded(report, 'unexpected'), ...report.errors.map(({ message = '' }) => message)],
    secondTry: testsThatEnded(report, 'flaky'),
    notRun: testsThatEnded(report, 'skipped'),
    ms,
  }
}
