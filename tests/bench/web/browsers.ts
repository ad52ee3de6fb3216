import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import puppeteer, { type LaunchOptions, type Browser as PuppeteerBrowser } from 'puppeteer-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/**
 * Lets V8 note the place of each statement as it compiles, in another thread. By default it reads a file again for that, in the
 * main thread, at the first `Error` that is made while a program like this one is attached to the page; and React makes some as it
 * is evaluated. Nothing is attached to a student's phone, where an `Error` costs nothing of the kind.
 */
export const AS_UNWATCHED = '--js-flags=--no-enable-lazy-source-positions'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'nl-NL',
}

export async function withChromium<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', AS_UNWATCHED] })
  return work(browser).finally(() => browser.close())
}

/** For what Playwright would change by being there. */
export const launchBare = ({ args = [], ...options }: LaunchOptions = {}): Promise<PuppeteerBrowser> =>
  puppeteer.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      AS_UNWATCHED,
      ...args,
    ],
    ...options,
  })
