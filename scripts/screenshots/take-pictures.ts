import { mkdir, rm } from 'node:fs/promises'
import { type BrowserContextOptions, chromium } from '@playwright/test'
import { PICTURES, pictureTaker } from './picture-taker.ts'
import { walkAsStudent } from './student-walk.ts'
import { walkAsTeacher } from './teacher-walk.ts'
import { walkAsVisitor } from './visitor-walk.ts'

const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 } },
} satisfies Record<string, BrowserContextOptions>

const WALKS = [walkAsVisitor, walkAsStudent, walkAsTeacher]

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
  for (const [device, options] of Object.entries(DEVICES)) {
    for (const walk of WALKS) {
      const context = await browser.newContext({
        ...options,
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
