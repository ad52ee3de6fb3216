import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { ROOT } from '../root.ts'
import { walkAsPlanner } from './planning-walk.ts'
import { walkAsWaiting } from './waiting-walk.ts'
import { type TakePicture, walkAsCorrespondents, walkAsStudent, walkAsTeacher, walkAsVisitor } from './walks.ts'

const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 } },
  wide: { viewport: { width: 1920, height: 1080 } },
} satisfies Record<string, BrowserContextOptions>

const EVERYWHERE = [walkAsVisitor, walkAsStudent, walkAsTeacher, walkAsCorrespondents]

/** Many states of two screens are a phone's, which a desk shows side by side; a year is planned at a desk. */
const WALKS = {
  phone: [...EVERYWHERE, walkAsWaiting],
  desktop: [...EVERYWHERE, walkAsPlanner],
  wide: [walkAsPlanner],
}

interface Product {
  /** path of the browser's program */
  browser: string
  url: string
  password: string
}

/** Saves each screen in docs/screens as `<who>-<screen>-<device>[-dark].webp`. */
export async function takePictures({ browser: executablePath, url, password }: Product): Promise<void> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  })
  // A screen that is gone leaves no picture behind.
  await rm(PICTURES, { recursive: true, force: true })
  await mkdir(PICTURES)
  for (const device of ['phone', 'desktop', 'wide'] as const) {
    for (const walk of WALKS[device]) {
      const context = await browser.newContext({
        ...DEVICES[device],
        locale: 'nl-NL',
        timezoneId: 'Europe/Amsterdam',
        reducedMotion: 'reduce',
        baseURL: url,
      })
      const page = await context.newPage()
      await walk({ page, password, picture: await pictureTaker(page, device) })
      await context.close()
    }
  }
  await browser.close()
}

const PICTURES = join(ROOT, 'docs/screens')

/** WebP is a fifth of PNG, and a hundred pictures are kept in every copy of the repository. */
const FORMAT = { format: 'webp', quality: 85 } as const

async function pictureTaker(page: Page, device: string): Promise<TakePicture> {
  const devtools = await page.context().newCDPSession(page)
  return async (screen) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      // A string, since these scripts run in Node and know no document.
      await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
      const { data } = await devtools.send('Page.captureScreenshot', FORMAT)
      const name = `${screen}-${device}${colorScheme === 'dark' ? '-dark' : ''}.webp`
      await writeFile(join(PICTURES, name), data, 'base64')
    }
  }
}
