import { logIn } from './log-in.ts'
import type { Walk } from './picture-taker.ts'

/** Who comes for the first time. */
export async function walkAsVisitor({ page, password, picture }: Walk): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Herhaal wachtwoord').waitFor()
  await picture('visitor-register')

  await logIn(page, 'nieuwe.student', password, () => picture('visitor-login'))
  await page.getByLabel('Voornaam').waitFor()
  await picture('visitor-onboarding')
}
