import puppeteer from 'puppeteer-core'
import { BidiBrowser } from 'puppeteer-core/internal/bidi/Browser.js'
import { firefox } from '../../../scripts/machine.ts'

/** No line out: what is not on this machine is asked of a proxy that is not there. */
const ALONE = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  // A browser that is offline does not reach this machine either.
  'network.disable-localhost-when-offline': true,
}

/** Notifications as Firefox draws them itself: it finds no desktop that would do it. */
const NOTIFIED = { 'alerts.useSystemBackend': false }

const pushedBy = (address: string) => ({
  'dom.push.connection.enabled': true,
  'dom.push.serverURL': address,
  'dom.push.testing.allowInsecureServerURL': true,
})

interface FirefoxOptions {
  /** address of the push service (`PushService.address`) */
  pushAddress?: string
  /** a folder that is kept, to start again with what it holds; else a new one that goes with the browser */
  profile?: string
}

export type Firefox = Awaited<ReturnType<typeof launchFirefox>>

/** Runs the story in a real Firefox, and closes that. A failure reports the contents of its pages. */
export async function inFirefox(options: FirefoxOptions, story: (firefox: Firefox) => Promise<void>): Promise<void> {
  const firefox = await launchFirefox(options)
  try {
    await story(firefox)
  } catch (error) {
    throw new Error(`In Firefox, with ${await whatStands(firefox)}`, { cause: error })
  } finally {
    await firefox.close()
  }
}

async function whatStands(firefox: Firefox): Promise<string> {
  const texts = (await firefox.pages()).map(async (page) => {
    const text = await page.evaluate(() => document.body.innerText).catch(() => 'a page that says nothing')
    return `${page.url()}:\n${text}`
  })
  return (await Promise.all(texts)).join('\n\n')
}

async function launchFirefox({ pushAddress, profile }: FirefoxOptions = {}) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox.find(),
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    userDataDir: profile,
    // Lets the tests see and press what stands outside of pages: notifications.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      ...ALONE,
      ...NOTIFIED,
      'intl.accept_languages': 'nl',
      ...(pushAddress ? pushedBy(pushAddress) : { 'dom.push.connection.enabled': false }),
    },
  })
  if (!(browser instanceof BidiBrowser)) throw new Error('not a Firefox that speaks WebDriver BiDi')
  return browser
}
