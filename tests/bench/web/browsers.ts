import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import puppeteer, { type LaunchOptions, type Browser as PuppeteerBrowser } from 'puppeteer-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'nl-NL',
}

export async function withChromium<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return work(browser).finally(() => browser.close())
}

/** For what Playwright would change by being there. */
export const launchBare = ({ args = [], ...options }: LaunchOptions = {}): Promise<PuppeteerBrowser> =>
  puppeteer.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run', ...args],
    ...options,
  })
