import type { Browser, Page, Response } from '@playwright/test'
import { logIn } from '#tests/e2e/support/test.ts'
import { withChromium } from './browsers.ts'

export interface ScriptTransfer {
  path: string
  /** named by the page itself: what stands above the fold needs no other */
  isFirst: boolean
  /** bytes of the body, as transferred */
  bytes: number
}

/** The build leaves smaller files as they are, since they fit one packet (scripts/build/compress-ahead.ts). */
const SMALLEST_COMPRESSED = 1024

const SCREEN = '/student/modules'

/**
 * Every script that a logged-in student's browser fetches, with nothing in its cache, before there is something to choose: the
 * first file, and what was asked for meanwhile for what is below. The service worker is left out: it fetches the rest later.
 */
export const firstScreenScripts = (url: string, username: string): Promise<ScriptTransfer[]> =>
  withChromium((browser) => measure(browser, url, username))

async function measure(browser: Browser, baseURL: string, username: string) {
  const atHome = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const login = await atHome.newPage()
  await logIn(login, username, { path: SCREEN })
  await modulesShow(login)
  const storageState = await atHome.storageState()
  await atHome.close()

  const fresh = await browser.newContext({ baseURL, serviceWorkers: 'block', storageState })
  const page = await fresh.newPage()
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  // The page as the browser got it: a request that does not ask for HTML gets no page.
  const html = (await (await page.goto(SCREEN))?.text()) ?? ''
  await modulesShow(page)
  const transfers = await Promise.all(scripts.map((script) => transferOf(script, html)))
  if (!transfers.some(({ isFirst }) => isFirst)) throw new Error(`${SCREEN} names no script of its own.`)
  return transfers
}

const modulesShow = (page: Page) => page.getByRole('main').getByRole('listitem').first().waitFor()

async function transferOf(response: Response, html: string): Promise<ScriptTransfer> {
  const path = new URL(response.url()).pathname
  const { responseBodySize } = await response.request().sizes()
  const encoding = await response.headerValue('content-encoding')
  if (encoding !== 'br' && responseBodySize >= SMALLEST_COMPRESSED)
    throw new Error(`${path} came as ${encoding ?? 'plain text'}, not in brotli.`)
  return { path, isFirst: html.includes(`src="${path}"`), bytes: responseBodySize }
}
