import type { Page } from '@playwright/test'

/** The phone's floating menu, or on a desktop the one under the person's name. */
export async function openMenu(page: Page): Promise<void> {
  const floating = page.getByRole('button', { name: 'Menu' })
  const user = page.getByRole('banner').getByRole('button').last()
  await floating.or(user).first().click()
}

/** To a screen as a person goes there on a phone: by the bar where it has the screen, else by the menu. */
export async function goTo(page: Page, item: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: item, exact: true })
  if (!(await link.isVisible())) await openMenu(page)
  await link.click()
}
