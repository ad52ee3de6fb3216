import type { Page } from '@playwright/test'
import { GOOD_PASSWORD, newAddress, pressActivate } from './support/account.ts'
import { saveAndGoOn, stepLink } from './support/newcomer.ts'
import { countPresses } from './support/presses.ts'
import { expect, labelOfDay, logIn, moduleCard, openModule, test } from './support/test.ts'

/**
 * From the first page to a first enrollment: what no screen may add to. A field in which the cursor is not by itself would count
 * as a press. The letter is opened beside it.
 */
const PRESSES = 14
const TYPED_FIELDS = 6

/** Types as on a phone: the cursor stands in the first field, and the keyboard's Enter goes on to the next. */
async function type(page: Page, fields: Record<string, string>) {
  const named = Object.entries(fields)
  for (const [at, [label, text]] of named.entries()) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
    if (at < named.length - 1) await page.keyboard.press('Enter')
  }
}

test('from registering to a first enrollment, by the letter that arrives', async ({ page, mailbox, situation }) => {
  const school = await situation(['WIS1', 'STAT', 'ALG'])
  await school.addMoment({ inDays: 14, modules: ['WIS1', 'ALG'], automatic: ['WIS1', 'ALG'] })
  await school.addMoment({ inDays: 21, modules: ['STAT'] })
  const username = newAddress()
  const presses = await countPresses(page)

  await page.goto('/')
  await page.getByRole('link', { name: 'Account aanmaken' }).click()
  // The login screen has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Account aanmaken' })).toBeVisible()
  await type(page, { Gebruikersnaam: username, Wachtwoord: GOOD_PASSWORD, 'Herhaal wachtwoord': GOOD_PASSWORD })
  await page.getByRole('button', { name: 'Registreren' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(`activatielink gestuurd naar ${username}`)

  await presses.apart(async () => {
    await logIn(page, username, { password: GOOD_PASSWORD })
    await expect(page.getByRole('alert')).toContainText('klopt niet')
    await expect(page.getByText('Nog niet geactiveerd? Kijk in je mail.')).toBeVisible()
  })

  const letter = await mailbox.take(username)
  expect((await mailbox.take(username)).subject).toBe('Je account is nog niet geactiveerd')
  await page.goto(letter.link)
  await pressActivate(page)
  await expect(page.getByText('Je account is succesvol geactiveerd.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Je account is succesvol geactiveerd.')).toBeVisible()
  await page.getByRole('link', { name: 'Naar inloggen' }).click()

  await expect(page.getByLabel('Gebruikersnaam')).toHaveValue(username)
  await type(page, { Wachtwoord: GOOD_PASSWORD })
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(page).toHaveURL(/\/onboarding\/step1$/)
  // On the first visit too, headings have the display face from here on.
  await expect(page.locator('html')).toHaveAttribute('data-face', '')
  await type(page, { Voornaam: 'Jade', Achternaam: 'van den Berg' })
  await saveAndGoOn(page)

  await expect(page).toHaveURL(/\/onboarding\/step2$/)
  await presses.apart(async () => {
    await page.reload()
    await stepLink(page, 'Naam').click()
    await expect(page.getByLabel('Voornaam')).toHaveValue('Jade')
    await expect(page.getByLabel('Achternaam')).toHaveValue('van den Berg')
    await page.getByRole('button', { name: 'Volgende' }).click()
  })
  await page.getByLabel('Studierichting').selectOption(school.department)
  await saveAndGoOn(page)

  await page.getByRole('checkbox', { name: /^ALG-.* - Beschrijving van ALG$/ }).check()
  await saveAndGoOn(page)

  const overview = page.getByRole('main')
  await expect(overview).toContainText('Jade van den Berg')
  await expect(overview).toContainText(school.department)
  const said = (name: string) => overview.locator('dl > div', { has: page.getByText(name, { exact: true }) })
  await expect(said('Afgeronde modules').getByRole('listitem')).toHaveText([/^ALG-.* - Beschrijving van ALG$/])
  const enrollment = said('Je wordt ingeschreven voor').getByRole('listitem')
  await expect(enrollment).toHaveText([/Beschrijving van WIS1/])
  await expect(enrollment).toContainText(labelOfDay(14))
  await page.getByRole('button', { name: 'Bevestigen' }).click()

  await expect(page).toHaveURL(/\/student\/modules$/)
  await expect(page.getByText('je bent automatisch ingeschreven voor 1 toets.')).toBeVisible()
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(14)}`)
  await expect(moduleCard(page, 'ALG')).toHaveCount(0)
  const dialog = await openModule(page, 'STAT')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  expect(presses.made()).toBeLessThanOrEqual(PRESSES)
  expect(presses.typedFields()).toBeLessThanOrEqual(TYPED_FIELDS)
})
