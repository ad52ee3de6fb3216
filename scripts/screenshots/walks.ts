import type { Locator, Page } from '@playwright/test'

/** Takes a picture of the page on each device and in each color scheme, after calling `arrange` there. */
export type TakePicture = (screen: string, arrange?: () => Promise<unknown>) => Promise<void>

const scrolled = (place: Locator, block: 'start' | 'center') => () =>
  place
    .evaluate((element, block) => element.scrollIntoView({ block }), block, { timeout: 2_000 })
    .catch(() => undefined)

/** For `arrange`: scrolls until this element is at the top. */
const atTop = (place: Locator) => scrolled(place, 'start')

/** For `arrange`: scrolls until this element is in the middle. */
export const inSight = (place: Locator) => scrolled(place, 'center')

export interface Walk {
  page: Page
  /** password of every demo account */
  password: string
  /** folder in which letters are written */
  dataDir: string
  picture: TakePicture
}

/** Logs in as a demo account; `halfway` runs once the address is filled in. */
export async function logIn(
  page: Page,
  name: string,
  password: string,
  halfway = async (): Promise<unknown> => undefined,
): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').fill(`${name}@demo.wiskunde-inschrijven.example`)
  await halfway()
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
}

/** A new student's first visit. */
export async function walkAsVisitor({ page, password, picture }: Walk): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Herhaal wachtwoord').waitFor()
  await picture('visitor-register')

  await logIn(page, 'nieuwe.student', password, () => picture('visitor-login'))
  await page.getByLabel('Voornaam').waitFor()
  await picture('visitor-onboarding')
}

/** Link on the card of a moment at which the student may still enroll. */
const SLOTS_LEFT = /inschrijfsloten over|Nu open/

/** Screens of the student Noor, halfway through the year. */
export async function walkAsStudent({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  await logIn(page, 'noor.vandenbroek', password)
  await page.getByRole('heading', { name: 'Jouw modules' }).waitFor()
  await picture('student-modules')
  await page.goto(`/student/modules?module=${await moduleIdOf(page, 'ALG2')}`)
  await dialog.getByRole('button', { name: /^Uitschrijven/ }).waitFor()
  await picture('student-module-dialog')

  await page.goto('/student/testmoments')
  await page.getByRole('timer').first().waitFor()
  await picture('student-testmoments')
  await page
    .getByRole('article')
    .filter({ hasText: SLOTS_LEFT })
    .first()
    .getByRole('link', { name: /^(Kiezen|Wijzigen)/ })
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

  await page.goto('/student/history')
  await page
    .getByRole('button', { name: /^Inschrijven/ })
    .first()
    .waitFor()
  await picture('student-history')

  await page.goto('/settings/user')
  await page.getByLabel('Voornaam').waitFor()
  await picture('student-settings')
}

/** Finds a card by its link, which holds the module's id, also while the card is folded. */
async function moduleIdOf(page: Page, name: string): Promise<string> {
  const card = page.locator('main li', { has: page.locator('h3', { hasText: name }) })
  const href = await card.locator('a').first().getAttribute('href')
  return new URL(href ?? '', page.url()).searchParams.get('module') ?? ''
}

/** A list to import, with one line in error and one with a remark. */
const LIST = [
  'voornaam;achternaam;e-mail;studierichting',
  'Zoë;Çelik;zoe.celik@student.example;Werktuigbouwkunde',
  'Sam;de Vries;sam.devries@student.example;HBO-ICT',
  'Noor;van den Broek;noor.vandenbroek@demo.wiskunde-inschrijven.example;HBO-ICT',
  'Daan;Jansen;daan.jansen@student;HBO-ICT',
].join('\n')

/** Screens of a teacher, in the order of the navigation. */
export async function walkAsTeacher({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  const pictureList = async (path: string, name: string) => {
    await page.goto(path)
    await page.getByRole('table').first().waitFor()
    await picture(name)
  }

  await logIn(page, 'docent', password)
  await page.getByRole('heading', { name: 'Aankomende toetsmomenten' }).waitFor()
  await picture('teacher-overview')

  await pictureList('/admin/modules', 'teacher-modules')
  await page.getByRole('button', { name: 'Module toevoegen' }).click()
  await dialog.waitFor()
  await picture('teacher-module-dialog')

  await pictureList('/admin/testmoments', 'teacher-testmoments')
  await page.getByRole('button', { name: 'Toetsmoment toevoegen' }).click()
  await dialog.waitFor()
  await picture('teacher-testmoment-dialog')
  await page.keyboard.press('Escape')
  await openRow(page, /INT1, LOG1/)
  await picture('teacher-testmoment-edit')
  await picture('teacher-testmoment-modules', atTop(page.getByRole('heading', { name: 'Modules', level: 2 })))
  await page.getByRole('button', { name: 'Toetsmoment verwijderen' }).click()
  await dialog.waitFor()
  await picture('teacher-testmoment-delete')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  await page.getByText('is gedownload.').waitFor()
  await page.goto('/admin/testmoments')
  await openRow(page, / wachten/)
  await page.getByRole('link', { name: 'Wachtlijst' }).click()
  const line = page.getByRole('table', { name: 'Wachtlijst' })
  await line.getByRole('row').nth(1).waitFor()
  await picture('teacher-waiting-list')
  await line.getByRole('checkbox').nth(1).press('Space')
  await page.getByRole('button', { name: 'Plaats geven' }).click()
  await dialog.getByText('komt in het logboek').waitFor()
  await picture('teacher-waiting-above')
  await page.keyboard.press('Escape')

  await page.goto('/admin/testmoments?past=true')
  const past = page.getByRole('table', { name: /^Geweest/ }).getByRole('row')
  await past
    .filter({ hasText: 'Sporthal Noord' })
    .getByRole('link', { name: /wijzigen$/ })
    .click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.getByRole('link', { name: 'Uitslagen', exact: true }).click()
  await page.getByRole('grid').waitFor()
  await picture('teacher-results')
  await page.getByRole('button', { name: 'Publiceren' }).click()
  await dialog.getByRole('button', { name: /uitslagen? publiceren/ }).waitFor()
  await picture('teacher-results-publish')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Toetsmoment', exact: true }).click()
  await page.getByRole('link', { name: 'Aanwezigheid', exact: true }).click()
  await page.getByText(/ aanwezig · /).waitFor()
  await picture('teacher-presence')

  await page.goto('/admin/gradebook')
  await page.getByRole('grid').waitFor()
  await picture('teacher-gradebook')

  await pictureList('/admin/schoolyears', 'teacher-schoolyears')
  await pictureList('/admin/rooms', 'teacher-rooms')
  await pictureList('/admin/education-departments', 'teacher-departments')
  await openRow(page, /HBO-ICT/)
  await picture('teacher-department-edit')

  await pictureList('/admin/users', 'teacher-users')
  await page.goto('/admin/users?search=noor.vandenbroek')
  await openRow(page, /noor\.vandenbroek/)
  await picture('teacher-user-edit')
  await picture('teacher-user-enrollments', atTop(page.getByRole('heading', { name: 'Inschrijvingen', level: 2 })))

  await page.goto('/admin/import/students')
  await page.getByLabel(/^Plak hier de lijst/).fill(LIST)
  await page.getByRole('button', { name: 'Controleren' }).click()
  await page.getByRole('table', { name: 'Regels van de lijst' }).waitFor()
  await picture('teacher-import')

  await changeBackAndForth(page)
  await pictureList('/admin/audit', 'teacher-log')
}

const MESSAGE = [
  'Volgende week is de toets. Neem je studentenkaart of paspoort mee: zonder legitimatie mag je niet meedoen.',
  'Wat je verder mag gebruiken, lees je op https://www.hogeschool.example/wiskunde/hulpmiddelen.',
  'Tot dan!\nMarijke de Leeuw',
].join('\n\n')

/** A teacher's message to a department, and how the student Noor reads it. */
export async function walkAsCorrespondents({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  await logIn(page, 'docent', password)
  await page.getByRole('heading', { name: 'Aankomende toetsmomenten' }).waitFor()
  await page.goto('/admin/messages/new?kind=department')
  await page.getByLabel('Studierichting', { exact: true }).selectOption('HBO-ICT')
  await page.getByLabel('Onderwerp').fill('Neem je legitimatie mee')
  await page.getByLabel('Tekst').fill(MESSAGE)
  await page.getByText(/^Dit gaat naar/).waitFor()
  await picture('teacher-message-new')
  await page.getByRole('button', { name: 'Versturen', exact: true }).click()
  await dialog.getByRole('button', { name: /^Versturen aan/ }).click()
  const outcome = page.getByRole('heading', { name: 'Wat ervan is gekomen' })
  await outcome.waitFor()
  await page.getByText(/^(Alle \d+ brieven zijn|Er staan geen brieven)/).waitFor()
  await picture('teacher-message')
  await page.goto('/admin/messages')
  await page.getByRole('table').waitFor()
  await picture('teacher-messages')

  await page.evaluate(() => localStorage.clear())
  await logIn(page, 'noor.vandenbroek', password)
  await page.getByRole('heading', { name: 'Jouw modules' }).waitFor()
  await page.goto('/student/messages')
  await page
    .getByRole('button', { name: /legitimatie/ })
    .first()
    .click()
  await page.getByText('Tot dan!').waitFor()
  await picture('student-messages')
}

/** Changes something several times, so that the log has lines. */
async function changeBackAndForth(page: Page): Promise<void> {
  await page.goto('/admin/modules')
  for (const checked of [false, true]) {
    const name = 'Module VEC1 in gebruik'
    await page.getByRole('switch', { name }).click()
    await page.getByRole('switch', { name, checked }).waitFor()
  }
}

/** Opens the edit screen of a row, by the link in it. */
async function openRow(page: Page, text: RegExp): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: text })
    .first()
    .getByRole('link', { name: /wijzigen$/ })
    .click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}
