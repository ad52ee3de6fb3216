import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '../root.ts'
import { logIn, type Walk } from './walks.ts'

const NEXT_YEAR = '2027-2028'

/** Lists as a school exports them, with its own headers. */
const file = (name: string) => join(ROOT, 'tests/fixtures/september', name)

/** Pictures of preparing the year and of acts on many at once, on wide and narrow screens. */
export async function walkAsPlanner({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  await logIn(page, 'docent', password)
  await page.getByRole('heading', { name: 'Aankomende toetsmomenten' }).waitFor()

  await page.goto('/admin/testmoments?view=calendar')
  await page.getByRole('heading', { name: /^januari/ }).waitFor()
  await picture('teacher-calendar')
  await page.goto('/admin/testmoments')
  const moments = page.getByRole('main').getByRole('table').first().getByRole('checkbox')
  for (const place of [0, 1, 2]) await moments.nth(place).click()
  await page.getByRole('button', { name: 'Openen', exact: true }).click()
  await dialog.getByRole('button', { name: / openen$/ }).waitFor()
  await picture('teacher-many-moments')
  await page.keyboard.press('Escape')

  await page.goto('/admin/education-departments/modules')
  await page.getByRole('grid').waitFor()
  await picture('teacher-matrix')
  await copyYear(page)
  await picture('teacher-copy-year')

  await page.goto('/admin/import/students')
  await page.getByLabel('Excel- of CSV-bestand', { exact: true }).setInputFiles(file('studenten.csv'))
  await page.getByLabel(/Relatienr\./).waitFor()
  await picture('teacher-import-columns')
  await page.goto('/admin/import/modules')
  await page.getByLabel('Excel- of CSV-bestand', { exact: true }).setInputFiles(file('modules.xlsx'))
  const importing = page.getByRole('button', { name: /modules? importeren$/ })
  await importing.waitFor()
  await picture('teacher-import-modules')
  await importing.click()
  await page.getByText(/zijn geïmporteerd\.$/).waitFor()
  await page.goto('/admin/import/history')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('table').getByRole('row').nth(2).waitFor()
  await picture('teacher-import-undo')

  await page.goto('/admin/users')
  const users = page.getByRole('main').getByRole('table').first().getByRole('checkbox')
  for (const place of [0, 1]) await users.nth(place).click()
  await picture('teacher-many-users')

  // On a wide screen the list stays visible beside the chosen item.
  await page.goto('/admin/users?search=van')
  await page
    .getByRole('link', { name: /wijzigen$/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Gebruiker', exact: true, level: 2 }).waitFor()
  const list = page.getByRole('navigation', { name: 'Gebruikers', exact: true })
  await picture('teacher-user-beside', () => list.waitFor({ timeout: 3_000 }).catch(() => undefined))
}

/** Makes the next school year and copies into it. */
async function copyYear(page: Page): Promise<void> {
  await page.goto('/admin/schoolyears')
  await page.getByRole('table').waitFor()
  const year = page.getByRole('row').filter({ hasText: NEXT_YEAR })
  await page.getByRole('button', { name: 'Schooljaar toevoegen' }).click()
  await page.getByRole('dialog').getByLabel('Naam').fill(NEXT_YEAR)
  await page.getByRole('button', { name: 'Schooljaar aanmaken' }).click()
  await year.waitFor()
  await year.getByRole('link', { name: /overnemen/i }).click()
  await page
    .getByRole('checkbox', { name: / overnemen$/ })
    .first()
    .waitFor()
}
