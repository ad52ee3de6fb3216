import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Browser } from 'puppeteer-core'
import { KEY } from '#src/offline/drop-card.ts'
import { untilListsAreKept } from '#tests/e2e/support/kept-lists.ts'
import { PASSWORD } from '#tests/e2e/support/product.ts'
import type { Situation } from '#tests/e2e/support/situation.ts'
import { launchBare } from '../web/browsers.ts'

/** ms since the app was asked for */
export interface ColdStart {
  firstPaint: number
  /** the student's next test is seen, as this device kept it */
  nextTest: number
  /** the app itself shows it, and can be used */
  ownEnrollments: number
}

export interface InstalledApp {
  /** The browser starts, and the app in it, each process of which that runs pages or workers gets a quarter of its time. */
  start(): Promise<ColdStart>
  remove(): Promise<void>
}

const SLOWER = 4

/** A student's device on which the app was used before: its worker and lists are there, the browser is not running. */
export async function installApp(url: string, student: Situation): Promise<InstalledApp> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'wiskunde-device-'))
  const launch = () => launchBare({ userDataDir, defaultViewport: { width: 390, height: 844 } })

  const first = await launch()
  const page = await first.newPage()
  await page.goto(url)
  // The login box that stands before the app would be replaced while this program types in it.
  await page.waitForSelector('#root form')
  await page.locator('aria/Gebruikersnaam').fill(student.username)
  await page.locator('aria/Wachtwoord').fill(PASSWORD)
  await page.locator('aria/Inloggen[role="button"]').click()
  await untilListsAreKept(page, student.studentId)
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, {}, KEY)
  await first.close()

  return {
    start: async () => {
      const browser = await launch()
      try {
        return await measure(browser, url, student.mark)
      } finally {
        await browser.close()
      }
    },
    remove: () => rm(userDataDir, { recursive: true, force: true }),
  }
}

async function measure(browser: Browser, url: string, mark: string): Promise<ColdStart> {
  const page = await browser.newPage()
  await page.evaluateOnNewDocument(noteOwnEnrollments, mark)
  const speedUp = await slowDown(browser)
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    const shown = await page.waitForFunction(() => document.documentElement.dataset.ownEnrollments, { timeout: 60_000 })
    const ownEnrollments = Number(await shown.jsonValue())
    const nextTest = await page.evaluate(() => Number(document.documentElement.dataset.nextTest))
    const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime)
    if (firstPaint === undefined) throw new Error('Nothing was painted.')
    return { firstPaint, nextTest, ownEnrollments }
  } finally {
    await speedUp()
  }
}

/** Runs in the page, before any of its own code. */
function noteOwnEnrollments(mark: string): void {
  const look = () => {
    const now = String(performance.now())
    for (const heading of document.querySelectorAll('h2')) {
      if (!heading.textContent?.startsWith('Je volgende toets')) continue
      if (!heading.parentElement?.textContent?.includes(mark)) continue
      document.documentElement.dataset.nextTest ??= now
      if (heading.closest('#root')) document.documentElement.dataset.ownEnrollments ??= now
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

async function slowDown(browser: Browser): Promise<() => Promise<void>> {
  const workerData = { browser: browser.process()?.pid, times: SLOWER }
  const slowing = new Worker(new URL('slow-renderers.ts', import.meta.url), { workerData })
  await once(slowing, 'message')
  return async () => {
    slowing.postMessage('over')
    await once(slowing, 'exit')
  }
}
