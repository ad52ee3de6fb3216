import type { Page } from '@playwright/test'
import { DESK, openDesk, row } from './support/desk.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

const outcome = (page: Page) => page.getByRole('status', { name: 'Gevonden' })
const dialog = (page: Page) => page.getByRole('dialog')

/** One more user, who is not written to yet. */
async function addForLater(page: Page, username: string, lastName: string) {
  await page.getByRole('button', { name: 'Gebruiker toevoegen' }).click()
  await dialog(page).getByLabel('E-mail').fill(username)
  await dialog(page).getByLabel('Voornaam').fill('Wil')
  await dialog(page).getByLabel('Achternaam').fill(lastName)
  await expect(dialog(page).getByLabel('Achternaam')).toHaveValue(lastName)
  await dialog(page).getByLabel('Activatiemail').selectOption('later')
  await dialog(page).getByRole('button', { name: 'Toevoegen' }).click()
}

test('a teacher adds users, invites all who were never written to, and deletes them with the numbers said', async ({
  page,
  situation,
}) => {
  const { mark, username } = await situation(['WIS1'])
  const lastName = `Tikker${String(mark).replaceAll(/[^a-z0-9]/gi, '')}`
  const addresses = [1, 2].map((nth) => `${lastName.toLowerCase()}-${nth}@student.example`)
  await openDesk(page, `/admin/users?search=${lastName}`)
  await expect(outcome(page)).toContainText('Niemand gevonden')

  for (const address of addresses) {
    await addForLater(page, address, lastName)
    await expect(row(page, address)).toContainText('Nog geen brief')
    await expect(row(page, address)).toHaveAttribute('data-new', 'true')
  }
  await addForLater(page, username, lastName)
  await expect(dialog(page)).toContainText('Er is al een account met dit e-mailadres.')
  await expect(dialog(page).getByRole('link', { name: 'Bekijk die gebruiker' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()

  await page.getByRole('button', { name: 'Meer filters' }).click()
  await page.getByLabel('Account').selectOption('Nog geen brief gehad')
  await expect(outcome(page)).toHaveText(`2 gebruikers gevonden voor ‘${lastName}’, met deze filters.`)
  await expect(page).toHaveURL(/letter=none/)
  // Beside the box for all of them too.
  await expect(page.getByText(`‘${lastName}’, met deze filters.`)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Allemaal aanvinken' }).check()
  await page.getByRole('button', { name: 'Activatiemail', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Sturen aan 2 gebruikers' }).click()
  await expect(dialog(page)).toContainText('2 activatiemails staan klaar om te worden verstuurd.')
  await expect(outcome(page)).toContainText('Niemand gevonden')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Filters wissen' }).click()
  await expect(row(page, 'Uitgenodigd tot')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Allemaal aanvinken' }).check()
  await page.getByRole('button', { name: 'Activatiemail', exact: true }).click()
  await expect(dialog(page)).toContainText('Bij 2 gebruikers is het al zo.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verwijderen', exact: true }).click()
  await expect(dialog(page)).toContainText('2 accounts worden verwijderd')
  await expect(dialog(page)).toContainText('Inschrijvingen zijn er niet.')
  await dialog(page).getByRole('button', { name: '2 gebruikers verwijderen' }).click()
  await expect(dialog(page)).toContainText('2 gebruikers verwijderd.')
  await expect(outcome(page)).toContainText('Niemand gevonden')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})
