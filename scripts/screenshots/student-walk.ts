import type { Page } from '@playwright/test'
import { logIn } from './log-in.ts'
import type { Walk } from './picture-taker.ts'

/** Noor, who is halfway through the year. */
export async function walkAsStudent({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  await logIn(page, 'noor.vandenbroek', password)
  await page.getByRole('heading', { name: 'ALG2' }).waitFor()
  await picture('student-modules')
  await page.goto(`/student/modules?module=${await moduleIdOf(page, 'ALG2')}`)
  await dialog.getByRole('button', { name: /^Uitschrijven/ }).waitFor()
  await picture('student-module-dialog')

  await page.goto('/student/testmoments')
  await page.getByRole('timer').first().waitFor()
  await picture('student-testmoments')
  await page
    .getByRole('link', { name: /^Wijzigen/ })
    .first()
    .click()
  await dialog
    .getByRole('button', { name: /^Inschrijven/ })
    .first()
    .waitFor()
  await picture('student-testmoment-dialog')

  await page.goto('/student/completed-modules')
  await page.getByRole('button', { name: 'Wijzigen' }).click()
  await page.getByRole('checkbox', { name: /^ALG2/ }).check()
  await picture('student-completed-modules')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await dialog.getByRole('button', { name: 'Opslaan en uitschrijven' }).waitFor()
  await picture('student-completed-warning')

  await page.goto('/settings/user')
  await page.getByLabel('Voornaam').waitFor()
  await picture('student-settings')
}

/** The card's link holds the module's number. */
async function moduleIdOf(page: Page, name: string): Promise<string> {
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
  const href = await card.getByRole('link').first().getAttribute('href')
  return new URL(href ?? '', page.url()).searchParams.get('module') ?? ''
}
