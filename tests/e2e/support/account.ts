import type { Page } from '@playwright/test'

export const GOOD_PASSWORD = 'vlieger-boven-de-brug'

let counter = 0

/** An address that has no account. */
export const newAddress = (): string => `nieuw-${process.pid}-${++counter}@e2e.example`

export async function register(page: Page, username: string, password = GOOD_PASSWORD, repeat = password) {
  await page.getByLabel('Gebruikersnaam').fill(username)
  await choosePassword(page, password, repeat)
  await page.getByRole('button', { name: 'Registreren' }).click()
}

export async function choosePassword(page: Page, password = GOOD_PASSWORD, repeat = password) {
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByLabel('Herhaal wachtwoord', { exact: true }).fill(repeat)
}

/** Presses the button on the page of an account's link. */
export const pressActivate = (page: Page) =>
  page.getByRole('button', { name: /^(Account activeren|Tweede stap instellen)$/ }).click()

/** Columns of an account that nobody used yet: a teacher made it, and sees its link. */
export const NEVER_USED = { activated: false, password_hash: null, information_checked: false, last_login_at: null }

/** The sentences in the box above a form. */
export const problems = (page: Page) => page.getByRole('alert').getByRole('listitem')
