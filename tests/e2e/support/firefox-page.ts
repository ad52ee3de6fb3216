import type { Page } from 'puppeteer-core'
import { PASSWORD } from './product.ts'

/** What a person finds by its name, as a screen reader says it, and waits for. */
const named = (page: Page, role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`)

export const press = (page: Page, name: string, role: 'button' | 'link' = 'button') => named(page, role, name).click()

const fill = (page: Page, label: string, text: string) => named(page, 'textbox', label).fill(text)

/** Resolves once the text stands on the page. */
export const see = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait()

export async function logIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(url)
  await fill(page, 'Gebruikersnaam', username)
  await page.locator('input[type="password"]').fill(PASSWORD)
  await press(page, 'Inloggen')
}
