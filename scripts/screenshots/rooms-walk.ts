import { logIn, type Walk } from './walks.ts'

const TEACHER = 'docent'
const STUDENT = 'noor.vandenbroek'

/** A teacher divides the students of Noor's next test over two rooms and publishes that; Noor sees where she sits. */
export async function walkAsDivider({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  const inDialog = (name: string | RegExp) => dialog.getByRole('button', { name })
  await logIn(page, STUDENT, password)
  await page.getByRole('heading', { name: 'Jouw modules' }).waitFor()
  const next = page.getByRole('link', { name: /^Wijzigen/ }).first()
  const id = new URL((await next.getAttribute('href')) ?? '', page.url()).searchParams.get('moment')

  await page.evaluate(() => localStorage.clear())
  await logIn(page, TEACHER, password)
  await page.getByRole('heading', { name: 'Aankomende toetsmomenten' }).waitFor()
  await page.goto('/admin/testmoments')
  await page.locator(`a[href*="/testmoment/${id}/edit"]`).first().click()
  await page.getByRole('navigation', { name: 'Toetsmoment' }).getByRole('link', { name: 'Lokalen' }).click()
  for (const room of ['C2.11 (24 plaatsen)', 'Sporthal Noord (180 plaatsen)']) {
    await page.getByLabel('Lokaal', { exact: true }).selectOption({ label: room })
    await page.getByRole('button', { name: 'Lokaal toevoegen' }).click()
  }
  await page.getByRole('button', { name: 'Opslaan' }).click()
  const part = page.getByRole('region', { name: 'Wie zit waar' })
  await part.getByRole('button', { name: 'Verdelen' }).click()
  await dialog.getByRole('checkbox', { name: 'Plaatsnummers geven' }).check()
  await dialog.getByRole('table').waitFor()
  await picture('teacher-rooms-divide')
  await inDialog('Studenten verdelen').click()
  const list = part.getByRole('table', { name: 'Studenten en hun plaats' })
  await list.waitFor()
  await picture('teacher-rooms-divided', () => part.evaluate((element) => element.scrollIntoView()))
  await part.getByRole('button', { name: 'Presentielijst Genereren' }).click()
  await inDialog('Deurlijst').waitFor()
  await picture('teacher-rooms-lists')
  await page.keyboard.press('Escape')
  await part.getByRole('button', { name: 'Bekendmaken' }).click()
  await inDialog(/^Bekendmaken aan/).click()
  await part.getByText(/^Bekendgemaakt op/).waitFor()

  await page.evaluate(() => localStorage.clear())
  await logIn(page, STUDENT, password)
  await page
    .getByText(/, plaats \d+$/)
    .first()
    .waitFor()
  await picture('student-room')
}
