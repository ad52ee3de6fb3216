import { join } from 'node:path'
import { type Page, test } from '@playwright/test'

/** folder for pictures of every place that stories examine; without it none is taken */
const { PICTURES } = process.env

/** Keeps a picture of the page in light and in dark as `<story> <place>[ dark].png`. */
export async function keepLook(page: Page, place: string): Promise<void> {
  if (!PICTURES) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const name = `${test.info().title} ${place}${colorScheme === 'dark' ? ' dark' : ''}`
    await page.screenshot({ path: join(PICTURES, `${name.replaceAll(/[^\p{L}\d]+/gu, '-')}.png`) })
  }
}
