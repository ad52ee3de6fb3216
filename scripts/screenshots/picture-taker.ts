import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '../root.ts'

/** Pictures what the page shows, in light and in dark colours. */
export type TakePicture = (screen: string) => Promise<void>

export interface Walk {
  page: Page
  /** everybody's, in the demo school */
  password: string
  picture: TakePicture
}

export const PICTURES = join(ROOT, 'docs/screens')

/** WebP is a fifth of PNG, and a hundred pictures are kept in every copy of the repository. */
const FORMAT = { format: 'webp', quality: 85 } as const

export async function pictureTaker(page: Page, device: string): Promise<TakePicture> {
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
