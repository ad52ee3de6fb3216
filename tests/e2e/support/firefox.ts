import puppeteer from 'puppeteer-core'
import { BidiBrowser } from 'puppeteer-core/internal/bidi/Browser.js'
import { firefox } from '../../../scripts/machine/programs.ts'

/** No line out: what is not on this machine is asked of a proxy that is not there. */
const ALONE = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  // Who is offline reaches this machine neither.
  'network.disable-localhost-when-offline': true,
}

/** A person who said yes to notifications, on a desktop that shows them in Firefox's own way. */
const NOTIFIED = {
  'permissions.default.desktop-notification': 1,
  'alerts.useSystemBackend': false,
}

const pushedBy = (address: string) => ({
  'dom.push.connection.enabled': true,
  'dom.push.serverURL': address,
  'dom.push.testing.allowInsecureServerURL': true,
})

interface FirefoxOptions {
  /** of the push service (`PushService.address`) */
  pushAddress?: string
  /** a folder that is kept, to start again with what it holds; else a new one that goes with the browser */
  profile?: string
}

export type Firefox = Awaited<ReturnType<typeof launchFirefox>>

/** A real Firefox without a window. */
export async function launchFirefox({ pushAddress, profile }: FirefoxOptions = {}) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox.find(),
    headless: true,
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
