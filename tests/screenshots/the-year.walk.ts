import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { goToScreen, openDesk, row } from '#tests/e2e/support/desk.ts'
import { ROOT } from '#tests/e2e/support/product.ts'
import { add } from '#tests/e2e/support/teacher-desk.ts'
import { test } from './camera.ts'

test.use({ shots: ['desktop', 'wide'] })

/** Lists as a school exports them, with its own headers. */
const file = (name: string) => join(ROOT, 'tests/fixtures/september', name)

const ticks = (page: Page) => page.getByRole('main').getByRole('table').first().getByRole('checkbox')

test('what a year is planned with, and acts on many at once', async ({ page, picture }) => {
  await openDesk(page, '/admin/testmoments?view=calendar')
  await page.getByRole('heading', { name: /^januari/ }).waitFor()
  await picture('teacher-calendar')
  await page.goto('/admin/testmoments')
  for (const place of [0, 1, 2]) await ticks(page).nth(place).click()
  await page.getByRole('button', { name: 'Openen', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: / openen$/ })
    .waitFor()
  await picture('teacher-many-moments')

  await page.goto('/admin/education-departments/modules')
  await page.getByRole('grid').waitFor()
  await picture('teacher-matrix')
  await goToScreen(page, '/admin/schoolyears')
  await add(page, 'Schooljaar toevoegen', { Naam: '2027-2028' }, 'Schooljaar aanmaken')
  await row(page, '2027-2028')
    .getByRole('link', { name: /overnemen/i })
    .click()
  await page
    .getByRole('checkbox', { name: / overnemen$/ })
    .first()
    .waitFor()
  await picture('teacher-copy-year')

  const chosen = page.getByLabel('Excel- of CSV-bestand', { exact: true })
  await page.goto('/admin/import/students')
  await chosen.setInputFiles(file('studenten.csv'))
  await page.getByLabel(/Relatienr\./).waitFor()
  await picture('teacher-import-columns')
  await page.goto('/admin/import/modules')
  await chosen.setInputFiles(file('modules.xlsx'))
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
  for (const place of [0, 1]) await ticks(page).nth(place).click()
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
})
