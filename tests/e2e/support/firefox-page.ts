import type { Page } from 'puppeteer-core'
import { underLoad } from '#tests/support/under-load.ts'
import { PASSWORD } from './product.ts'

/** On a first visit Firefox also fetches every file of the app for its worker, which on a busy machine takes over half a minute. */
const PATIENCE_MS = underLoad(60_000)

const within = (page: Page, selector: string) => page.locator(selector).setTimeout(PATIENCE_MS)

/** Waits for an element by its role and accessible name. */
const named = (page: Page, role: string, name: string) => within(page, `::-p-aria([name="${name}"][role="${role}"])`)

export const press = (page: Page, name: string, role: 'button' | 'link' = 'button') => named(page, role, name).click()

const fill = (page: Page, label: string, text: string) => named(page, 'textbox', label).fill(text)

/** Resolves once the text stands on the page. */
export const see = (page: Page, text: string) => within(page, `::-p-text(${text})`).wait()

export async function logIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(url)
  // The page before the app has the same form (src/app/first-frame): a field that goes between two keys gets no more of them.
  await within(page, 'body:not(:has(#first-frame)) #root form').wait()
  await fill(page, 'Gebruikersnaam', username)
  await page.locator('input[type="password"]').fill(PASSWORD)
  await press(page, 'Inloggen')
}
