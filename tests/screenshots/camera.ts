import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { startProduct } from '#tests/e2e/support/product.ts'
import { test as stories, type WorkerFixtures } from '#tests/e2e/support/test.ts'

const DEVICES = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2, mobile: true },
  desktop: { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false },
  wide: { width: 1920, height: 1080, deviceScaleFactor: 1, mobile: false },
} as const

type Device = keyof typeof DEVICES
type Shot = Device | `${Device}-dark`

/** Letters show it, so it is always the same. */
const PORT = 3900

/** WebP takes a fifth of the bytes of PNG. */
const FORMAT = { format: 'webp', quality: 85 } as const

/** What no kept picture may show: something that is loading. */
const UNFINISHED = '[aria-busy="true"], [class*="_skeleton_"], [class*="_spinner_"], [class*="_news_"]:empty'

/**
 * Keeps the page as `<who>-<screen>-<shot>.webp` for each of the walk's shots, after calling `arrange` there. The page is
 * resized, so that all show the same moment.
 */
type TakePicture = (screen: string, arrange?: () => Promise<unknown>) => Promise<void>

interface Fixtures {
  /** pictures to take of each screen; the walk is done on the device of the first */
  shots: readonly Shot[]
  picture: TakePicture
}

/** A story in the demo school, with all that is in it, and with what earlier walks did. */
export const test = stories.extend<Fixtures, Pick<WorkerFixtures, 'product'>>({
  product: [
    async ({ mailbox }, use) => {
      const product = await startProduct({ smtpUrl: mailbox.url, port: PORT })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shots: [[], { option: true }],
  baseURL: ({ product }, use) => use(product.url),
  picture: async ({ page, shots }, use) => {
    const devtools = await page.context().newCDPSession(page)
    const become = async (shot: Shot | undefined) => {
      const [device, scheme] = (shot ?? 'desktop').split('-') as [Device, 'dark'?]
      await devtools.send('Emulation.setDeviceMetricsOverride', DEVICES[device])
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: DEVICES[device].mobile })
      await page.emulateMedia({ colorScheme: scheme ?? 'light' })
    }
    await become(shots[0])
    await use(async (screen, arrange) => {
      for (const shot of shots) {
        await become(shot)
        await settle(page)
        await arrange?.()
        const { data } = await devtools.send('Page.captureScreenshot', FORMAT)
        await writeFile(join(process.env.TAKEN_PICTURES ?? tmpdir(), `${screen}-${shot}.webp`), data, 'base64')
      }
      await become(shots[0])
    })
  },
})

/**
 * Waits until the screen stands: nothing of it is unfinished, and fonts are there, also those that came too late to be shown
 * (`font-display: optional`). A walk whose screen does not get there fails.
 */
async function settle(page: Page) {
  await expect(page.locator(UNFINISHED).filter({ visible: true })).toHaveCount(0)
  const blank = page
    .locator('[data-box], article')
    .filter({ visible: true, hasNotText: /\S/, hasNot: page.locator('img, svg, input') })
  await expect(blank).toHaveCount(0)
  await page.evaluate(async () => {
    for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])) {
      if (!(rule instanceof CSSFontFaceRule)) continue
      rule.style.setProperty('font-display', 'block')
      await document.fonts.load(`16px ${rule.style.getPropertyValue('font-family')}`)
    }
    await document.fonts.ready
    await new Promise(requestAnimationFrame)
  })
}

const scrolled = (place: Locator, block: 'start' | 'center') => () =>
  place
    .evaluate((element, block) => element.scrollIntoView({ block }), block, { timeout: 2_000 })
    .catch(() => undefined)

/** For `arrange`: scrolls until this element is at the top. */
export const atTop = (place: Locator) => scrolled(place, 'start')

/** For `arrange`: scrolls until this element is in the middle. */
export const inSight = (place: Locator) => scrolled(place, 'center')
