import { defineConfig } from '@playwright/test'
import { chromium } from '../../scripts/machine.ts'
import stories, { CHROMIUM_ARGS } from '../e2e/playwright.config.ts'

/** `npm run screenshots`: walks through the demo school, in the order of their files' names, since each finds what those before it left. */
export default defineConfig({
  ...stories,
  testMatch: '*.walk.ts',
  globalSetup: './around-the-walks.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 900_000,
  projects: [{ name: 'demo school' }],
  use: {
    ...stories.use,
    // The camera sets the size by itself; Playwright's own viewport would undo that.
    viewport: null,
    serviceWorkers: 'allow',
    actionTimeout: 60_000,
    launchOptions: { executablePath: chromium.find(), args: CHROMIUM_ARGS },
  },
})
