import { expect, type Locator, type Page } from '@playwright/test'
import { HOTP, Secret } from 'otpauth'

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

/** Reads the secret for an authenticator app that is shown. */
export const shownSecret = async (where: Page | Locator): Promise<Secret> =>
  Secret.fromBase32((await where.locator('code').first().innerText()).replaceAll(' ', ''))

/** The code that an authenticator app shows, once it shows it for ten seconds more: the server takes no other. */
export async function currentCode(secret: Secret): Promise<string> {
  await expect.poll(() => Date.now() % 30_000, { timeout: 20_000 }).toBeLessThan(20_000)
  return HOTP.generate({ secret, counter: Math.floor(Date.now() / 30_000) })
}

/** Columns of an account that nobody used yet: a teacher made it, and sees its link. */
export const NEVER_USED = { activated: false, password_hash: null, information_checked: false, last_login_at: null }

/** The sentences in the box above a form. */
export const problems = (page: Page) => page.getByRole('alert').getByRole('listitem')
