import type { Page } from '@playwright/test'
import type { Product } from './product.ts'
import type { Situation } from './situation.ts'

/** Takes the situation's student back to the moment after their activation: nothing is known of them. */
export async function becomeNewcomer({ database }: Product, { studentId }: Situation): Promise<void> {
  await database.kysely
    .updateTable('user')
    .set({
      first_name: '',
      last_name: '',
      education_department_id: null,
      information_checked: false,
      onboarding_step: 1,
    })
    .where('id', '=', studentId)
    .execute()
}

/** Saves the open step and goes on to the next one: one press. */
export async function saveAndGoOn(page: Page): Promise<void> {
  const next = await page.getByRole('button', { name: 'Volgende' }).elementHandle()
  await next?.click()
  // The next step has such a button too.
  await next?.waitForElementState('hidden')
}

/** Fills in the first step and goes on to the second. */
export async function giveName(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByLabel('Voornaam').fill(firstName)
  await page.getByLabel('Achternaam').fill(lastName)
  await saveAndGoOn(page)
}

export const stepLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Stappen' }).getByRole('link', { name })
