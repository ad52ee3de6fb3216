import { expect, type Page } from '@playwright/test'
import { passOnServer } from './logins.ts'
import type { Product } from './product.ts'
import type { Situation } from './situation.ts'

const DAY = 86_400_000

/**
 * Days pass while the device sleeps: its clock goes on and no timer of the page runs, and the server's dates lie further
 * back. The page needs `clock.install()` from its start.
 */
export async function sleep(page: Page, { product, student }: { product: Product; student: Situation }, days: number) {
  await passOnServer(product, student, days)
  const now = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(now + days * DAY)
}

/** Logs out as one does on a phone. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
}

/** The login screen stands there, and by then nothing of this student does; nor does the device keep any of it. */
export async function expectLoggedOut(page: Page, { username, modules }: Situation): Promise<void> {
  await expect(page.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
  const left = await page.evaluate(() => {
    const textsIn = (kept: Storage) =>
      Array.from({ length: kept.length }, (_, at) => kept.getItem(kept.key(at) ?? '')).join()
    return document.body.textContent + textsIn(localStorage) + textsIn(sessionStorage)
  })
  for (const trace of [username, ...Object.keys(modules)]) expect(left).not.toContain(trace)
}

export const refreshTokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('refresh_token') ?? '')

/** The calls of the API that are refused to the page from now on for want of a token that counts, as 'PUT /user/7'. */
export function refusalsOf(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    const [, path] = response.url().split('/api/v1')
    if (path !== undefined && response.status() === 401) refused.push(`${response.request().method()} ${path}`)
  })
  return refused
}
