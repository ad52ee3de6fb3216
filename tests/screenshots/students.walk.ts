import type { Page } from '@playwright/test'
import { DOMAIN } from '#database/demo/people.ts'
import { situationOf } from '#tests/e2e/support/situation.ts'
import { logInHere, openAs } from '#tests/e2e/support/test.ts'
import { test } from './camera.ts'

test.use({ shots: ['phone', 'phone-dark', 'desktop'] })

test('visitor', async ({ page, picture }) => {
  const newcomer = `nieuwe.student@${DOMAIN}`
  await page.goto('/register')
  await page.getByLabel('Herhaal wachtwoord').waitFor()
  await picture('visitor-register')
  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').fill(newcomer)
  await picture('visitor-login')
  await logInHere(page, newcomer)
  await page.getByLabel('Voornaam').waitFor()
  await picture('visitor-onboarding')
})

/** Link on the card of a moment at which the student may still enroll. */
const SLOTS_LEFT = /inschrijfsloten over|Nu open/

test('student', async ({ page, product, picture }) => {
  const noor = `noor.vandenbroek@${DOMAIN}`
  const dialog = page.getByRole('dialog')
  const enroll = (within: Page | typeof dialog) => within.getByRole('button', { name: /^Inschrijven/ }).first()
  await openAs(page, noor)
  await page.getByRole('heading', { name: 'Jouw modules' }).waitFor()
  await picture('student-modules')
  const { modules } = await situationOf(product.database, noor)
  await page.goto(`/student/modules?module=${modules.ALG2}`)
  await dialog.getByRole('button', { name: /^Uitschrijven/ }).waitFor()
  await picture('student-module-dialog')

  await page.goto('/student/testmoments')
  await page.getByRole('timer').first().waitFor()
  await picture('student-testmoments')
  const open = page.getByRole('article').filter({ hasText: SLOTS_LEFT }).first()
  await open.getByRole('link', { name: /^(Kiezen|Wijzigen)/ }).click()
  await enroll(dialog).waitFor()
  await picture('student-testmoment-dialog')

  await page.goto('/student/completed-modules')
  await page.getByRole('button', { name: 'Wijzigen' }).click()
  await page.getByRole('checkbox', { name: /^ALG2/ }).check()
  await picture('student-completed-modules')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await dialog.getByRole('button', { name: 'Opslaan en uitschrijven' }).waitFor()
  await picture('student-completed-warning')

  await page.goto('/student/history')
  await enroll(page).waitFor()
  await picture('student-history')
  await page.goto('/settings/user')
  await page.getByLabel('Voornaam').waitFor()
  await picture('student-settings')
})
