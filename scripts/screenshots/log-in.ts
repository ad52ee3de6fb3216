import type { Page } from '@playwright/test'

/** Logs in as somebody of the demo school; `halfway` the address is filled in. */
export async function logIn(
  page: Page,
  name: string,
  password: string,
  halfway = async (): Promise<unknown> => undefined,
): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').fill(`${name}@demo.wiskunde-inschrijven.example`)
  await halfway()
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
}
