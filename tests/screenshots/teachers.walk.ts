import type { Page } from '@playwright/test'
import { DOMAIN } from '#database/demo/people.ts'
import { openDesk, row } from '#tests/e2e/support/desk.ts'
import { turn } from '#tests/e2e/support/teacher-desk.ts'
import { openAs } from '#tests/e2e/support/test.ts'
import { atTop, test } from './camera.ts'

/** Opens the edit screen of a row, by the link in it. */
async function openRow(page: Page, text: RegExp): Promise<void> {
  await row(page, text)
    .first()
    .getByRole('link', { name: /wijzigen$/ })
    .click()
  // Lists have headings of level 2 too.
  await page.getByRole('heading', { level: 1, name: /Wijzigen$/ }).waitFor()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}

/** A list to import, with one line in error and one with a remark. */
const LIST = [
  'voornaam;achternaam;e-mail;studierichting',
  'Zoë;Çelik;zoe.celik@student.example;Werktuigbouwkunde',
  'Sam;de Vries;sam.devries@student.example;HBO-ICT',
  'Noor;van den Broek;noor.vandenbroek@demo.wiskunde-inschrijven.example;HBO-ICT',
  'Daan;Jansen;daan.jansen@student;HBO-ICT',
].join('\n')

test.describe('teacher', () => {
  test.use({ shots: ['desktop', 'desktop-dark', 'phone'] })

  test('lists and what opens from them', async ({ page, picture }) => {
    const dialog = page.getByRole('dialog')
    const list = async (path: string, name: string) => {
      await page.goto(path)
      await page.getByRole('table').first().waitFor()
      await picture(name)
    }
    await openDesk(page, '/admin/overview')
    await page.getByRole('heading', { name: 'Aankomende toetsmomenten' }).waitFor()
    await picture('teacher-overview')
    await list('/admin/modules', 'teacher-modules')
    await page.getByRole('button', { name: 'Module toevoegen' }).click()
    await dialog.waitFor()
    await picture('teacher-module-dialog')
    await list('/admin/schoolyears', 'teacher-schoolyears')
    await list('/admin/rooms', 'teacher-rooms')
    await list('/admin/education-departments', 'teacher-departments')
    await openRow(page, /HBO-ICT/)
    await picture('teacher-department-edit')
    await list('/admin/users', 'teacher-users')
    await page.goto('/admin/users?search=noor.vandenbroek')
    await openRow(page, /noor\.vandenbroek/)
    await picture('teacher-user-edit')
    await picture('teacher-user-enrollments', atTop(page.getByRole('heading', { name: 'Inschrijvingen', level: 2 })))
    await page.goto('/admin/import/students')
    await page.getByLabel(/^Plak hier de lijst/).fill(LIST)
    await page.getByRole('button', { name: 'Controleren' }).click()
    await page.getByRole('table', { name: 'Regels van de lijst' }).waitFor()
    await picture('teacher-import')
  })

  test('test moments', async ({ page, picture }) => {
    const dialog = page.getByRole('dialog')
    await openDesk(page, '/admin/testmoments')
    await page.getByRole('table').first().waitFor()
    await picture('teacher-testmoments')
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
  })

  test('after a test', async ({ page, picture }) => {
    const dialog = page.getByRole('dialog')
    await openDesk(page, '/admin/testmoments?past=true')
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
    await page.getByText(/ aanwezig\s· /).waitFor()
    await picture('teacher-presence')
    await page.goto('/admin/gradebook')
    await page.getByRole('grid').waitFor()
    await picture('teacher-gradebook')

    // So that the log has lines.
    await page.goto('/admin/modules')
    await turn(page, 'Module VEC1 in gebruik', 'off')
    await turn(page, 'Module VEC1 in gebruik', 'on')
    await page.goto('/admin/audit')
    await page.getByRole('table').first().waitFor()
    await picture('teacher-log')
  })
})

const MESSAGE = [
  'Volgende week is de toets. Neem je studentenkaart of paspoort mee: zonder legitimatie mag je niet meedoen.',
  'Wat je verder mag gebruiken, lees je op https://www.hogeschool.example/wiskunde/hulpmiddelen.',
  'Tot dan!\nMarijke de Leeuw',
].join('\n\n')

test.describe('messages', () => {
  test.use({ shots: ['desktop', 'wide', 'phone'] })

  test('a message to a department, and how a student reads it', async ({ page, picture }) => {
    await openDesk(page, '/admin/messages/new?kind=department')
    await page.getByLabel('Studierichting', { exact: true }).selectOption('HBO-ICT')
    await page.getByLabel('Onderwerp').fill('Neem je legitimatie mee')
    await page.getByLabel('Tekst').fill(MESSAGE)
    await page.getByText(/^Dit gaat naar/).waitFor()
    await picture('teacher-message-new', () => page.evaluate(() => window.scrollTo(0, 0)))
    await page.getByRole('button', { name: 'Versturen', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Versturen aan/ })
      .click()
    await page.getByRole('heading', { name: 'Wat ervan is gekomen' }).waitFor()
    await page.getByText(/^(Alle \d+ brieven zijn|Er staan geen brieven)/).waitFor()
    await picture('teacher-message')
    await page.goto('/admin/messages')
    await page.getByRole('table').waitFor()
    await picture('teacher-messages')

    await openAs(page, `noor.vandenbroek@${DOMAIN}`, '/student/messages')
    await page
      .getByRole('button', { name: /legitimatie/ })
      .first()
      .click()
    await page.getByText('Tot dan!').waitFor()
    await picture('student-messages')
  })
})
