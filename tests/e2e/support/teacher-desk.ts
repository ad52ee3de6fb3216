import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { row } from './desk.ts'

/** Goes to a screen of the side navigation. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Hoofdmenu' }).getByRole('link', { name: screen, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
}

/** Opens the edit screen by the link in a list's row. */
export const openRow = (page: Page, text: string) =>
  row(page, text)
    .getByRole('link', { name: /wijzigen$/ })
    .click()

/** Opens a list's dialog, fills in its fields and confirms; the dialog closes. */
export async function add(page: Page, button: string, fields: Record<string, string>, confirm: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: confirm }).click()
  await expect(dialog).toBeHidden()
}

/** Types a day ('YYYY-MM-DD') in the fields for day, month and year. */
export async function typeDate(within: Locator, day: string): Promise<void> {
  const [year = '', month, date] = day.split('-')
  await within.getByLabel('Dag', { exact: true }).fill(String(Number(date)))
  await within.getByLabel('Maand').selectOption(String(Number(month)))
  await within.getByLabel('Jaar', { exact: true }).fill(year)
}

/** Switches that ask first, and buttons that confirm. */
const ASKS = /^Automatisch inschrijven /
const CONFIRMS = 'Automatisch inschrijven'

/** Presses a switch, confirms what is asked, and waits until the server said that it holds. */
export async function turn(page: Page, name: string, state: 'on' | 'off'): Promise<void> {
  const control = page.getByRole('switch', { name })
  await expect(control).toBeChecked({ checked: state === 'off' })
  await control.click()
  if (state === 'on' && ASKS.test(name))
    await page.getByRole('dialog').getByRole('button', { name: CONFIRMS, exact: true }).click()
  await expect(control).toBeChecked({ checked: state === 'on' })
}

/** Saves the settings on the screen. */
export async function save(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  expect((await answer).status()).toBe(200)
  await expect(page.getByText('De wijzigingen zijn opgeslagen').last()).toBeVisible()
}

/** Adds a module by the module picker. */
export async function pickModule(page: Page, label: string): Promise<void> {
  await page.getByLabel('Module', { exact: true }).selectOption({ label })
  await page.getByRole('button', { name: 'Toevoegen', exact: true }).click()
  const [name = ''] = label.split(' - ')
  await expect(page.getByRole('button', { name: `Module ${name} verwijderen` })).toBeVisible()
}

/** Presses a button that gives a file: its name, and what is in it. */
export async function download(page: Page, button: string): Promise<{ name: string; file: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const came = await coming
  return { name: came.suggestedFilename(), file: await readFile(await came.path()) }
}
