import type { Page } from '@playwright/test'

/** The phone's floating menu, or on a desktop the one under the person's name. */
export async function openMenu(page: Page): Promise<void> {
  const floating = page.getByRole('button', { name: 'Menu' })
  const user = page.getByRole('banner').getByRole('button')
  await floating.or(user).first().click()
}

export async function openMessages(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Meldingen' }).click()
}
