import { availableParallelism } from 'node:os'
import { defineConfig, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from '@playwright/test'
import { chromium, headlessShell } from '../../scripts/machine.ts'
import { underLoad } from '../support/under-load.ts'

/** Only the whole browser shows notifications. */
const WITH_NOTIFICATIONS = '**/push.e2e.ts'

/**
 * Stories with a product of their own: a worker that goes from such a file to one with the usual product, or back, starts
 * again, with a browser and a product (9 CPU-seconds). So they come first, and each file of them keeps to one worker.
 */
const OWN_PRODUCT = [
  'update',
  'september',
  'september-files',
  'firefox',
  'webkit',
  'passkeys',
  'school-login',
  'second-factor',
  'step-up',
  'admin-source',
].map((name) => `**/${name}.e2e.ts`)

/** Debian's Chromium runs as root and without a network: it must look nothing up and phone nowhere. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** A failure leaves a picture and the page's outline; a trace of each test costs a tenth of the run: ask by `--trace on`. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/outlines/{arg}{ext}',
  fullyParallel: true,
  workers: Math.min(4, Math.max(2, availableParallelism())),
  forbidOnly: true,
  retries: 0,
  timeout: underLoad(60_000),
  expect: { timeout: underLoad(10_000) },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    locale: 'nl-NL',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Amsterdam',
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone, own product', testMatch: OWN_PRODUCT, use: phone(headlessShell.find() ?? chromium.find()) },
    { name: 'phone with notifications', testMatch: WITH_NOTIFICATIONS, use: phone(chromium.find()) },
    {
      name: 'phone',
      testIgnore: [WITH_NOTIFICATIONS, ...OWN_PRODUCT],
      use: phone(headlessShell.find() ?? chromium.find()),
    },
  ],
})

function phone(executablePath: string | undefined): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  return {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
  }
}
