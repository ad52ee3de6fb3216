import type { Page } from 'puppeteer-core'
import { PASSWORD } from './product.ts'

/** On a first visit Firefox also fetches every file of the app for its worker, which on a busy machine takes over half a minute. */
const PATIENCE_MS = 60_000

const within = (page: Page, selector: string) => page.locator(selector).setTimeout(PATIENCE_MS)

/** Waits for an element by its role and accessible name. */
const named = (page: Page, role: string, name: string) => within(page, `::-p-aria([name="${name}"][role="${role}"])`)

export const press = (page: Page, name: string, role: 'button' | 'link' = 'button') => named(page, role, name).click()

const fill = (page: Page, label: string, text: string) => named(page, 'textbox', label).fill(text)

/** Resolves once the text stands on the page. */
export const see = (page: Page, text: string) => within(page, `::-p-text(${text})`).wait()

export async function logIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(url)
  await fill(page, 'Gebruikersnaam', username)
  await page.locator('input[type="password"]').fill(PASSWORD)
  await press(page, 'Inloggen')
}
