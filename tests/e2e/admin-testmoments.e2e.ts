import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { DESK, failAt, goToScreen, openDesk, row } from './support/desk.ts'
import { expectSound } from './support/sound.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, labelOfDay, test } from './support/test.ts'

test.use(DESK)

/** In another school year, whatever day it is today: that is asked about first. */
const LATER = 800

test('a new moment starts closed, stands out, and appears in the other tab and at a colleague’s', {
  tag: '@all',
}, async ({ page, context, browser }) => {
  await openDesk(page, '/admin/testmoments')
  const tab = await context.newPage()
  await tab.goto('/admin/testmoments')
  await expect(tab.getByRole('button', { name: 'Toetsmoment toevoegen' })).toBeVisible()
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'nl-NL' })
  const colleague = await elsewhere.newPage()
  await openDesk(colleague, '/admin/testmoments')
  await expect(colleague.getByRole('button', { name: 'Toetsmoment toevoegen' })).toBeVisible()

  await page.bringToFront()
  await page.getByRole('button', { name: 'Toetsmoment toevoegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nieuw Toetsmoment' })
  await expect(dialog).toContainText('gesloten voor inschrijvingen')
  await expect(dialog.getByLabel('Dag')).toBeFocused()
  await dialog.getByLabel('Dag').fill('0')
  await expect(dialog.getByText('Dag mag niet kleiner dan 1 zijn')).toBeVisible()
  await dialog.getByLabel('Maand').selectOption('februari')
  await dialog.getByLabel('Dag').fill('31')
  await dialog.getByLabel('Jaar').fill('2026')
  await expect(dialog.getByText('De maand februari van 2026 heeft 28 dagen')).toBeVisible()
  await dialog.getByRole('button', { name: 'Toetsmoment Aanmaken' }).click()
  await expect(dialog.getByLabel('Dag')).toBeFocused()
  await typeDate(dialog, '2020-02-28')
  const remark = dialog.getByRole('status').getByText('Deze datum is al geweest')
  await expect(remark).toBeVisible()
  await typeDate(dialog, addDays(dayOf(Date.now()), LATER))
  await expect(remark).toHaveCount(0)
  const create = dialog.getByRole('button', { name: 'Toetsmoment Aanmaken' })
  await dialog.getByLabel('Begintijd').fill('930')
  await dialog.getByLabel('Eindtijd').fill('9')
  await dialog.getByLabel('Eindtijd').press('Enter')
  await expect(dialog.getByText('De eindtijd moet na de begintijd liggen.')).toBeVisible()
  await expect(dialog.getByLabel('Eindtijd')).toBeFocused()
  await dialog.getByLabel('Eindtijd').fill('11.00')
  await dialog.getByLabel('Locatie', { exact: true }).fill('Zaal 3.14')
  await dialog.getByLabel('Plaatsen').fill('80 stoelen')
  await create.click()
  await expect(dialog.getByLabel('Plaatsen')).toHaveAccessibleDescription(/Vul een heel getal tot en met 100\.000 in/)
  await dialog.getByLabel('Plaatsen').fill('80')
  await dialog.getByRole('button', { name: 'Maximum instellen' }).click()
  await dialog.getByLabel('Modules per student').fill('2')
  await dialog.getByRole('checkbox', { name: 'ALG1', exact: true }).check()
  await create.click()
  const question = dialog.getByRole('region', { name: 'Toch aanmaken op deze datum?' })
  await expect(question).toContainText('Deze datum valt buiten het schooljaar.')
  await expect(question).toBeFocused()
  await expect(create).toHaveCount(0)
  await question.getByRole('button', { name: 'Nog aanpassen' }).press('Enter')
  await expect(question).toHaveCount(0)
  await expect(create).toBeFocused()
  await create.press('Enter')
  await question.getByRole('button', { name: 'Toch aanmaken' }).press('Enter')

  const label = labelOfDay(LATER)
  await expect(page.getByText(`Toetsmoment ${label}, 09:30–11:00 · Zaal 3.14 is aangemaakt.`)).toBeVisible()
  await expect(row(page, label)).toContainText('09:30–11:00 Zaal 3.14')
  await expect(row(page, label)).toContainText('0 van 80')
  await expect(row(page, label)).toContainText('ALG1')
  await expect(row(page, label)).toHaveAttribute('data-new', 'true')
  await expect(row(page, label).getByRole('switch')).not.toBeChecked()
  await expect(row(colleague, label)).toBeVisible()
  await tab.bringToFront()
  await expect(row(tab, label)).toBeVisible()
  await elsewhere.close()
})

test('enrolling is opened by the toggle, which goes back when the server fails; leaving unsaved changes asks first, and leads to the year that was managed', async ({
  page,
  product: { database },
  situation,
}) => {
  const student = await situation(['WIS1'])
  const id = await student.addMoment({ inDays: 41, open: false })
  await openDesk(page, '/admin/testmoments')
  const toggle = row(page, `WIS1-${student.mark}`).getByRole('switch')
  await failAt(page, 'PUT', /v1\/schoolyear\//)
  await toggle.press('Space')
  await expect(page.getByText('Er is iets misgegaan')).toBeVisible()
  await expect(toggle).not.toBeChecked()
  await page.unrouteAll()
  await toggle.press('Space')
  await expect(toggle).toBeChecked()
  // The enrolled student could change the enrollment until now, so closing asks first, and offers a message.
  await student.enroll(id, 'WIS1')
  await toggle.press('Space')
  const question = page.getByRole('dialog', { name: `Inschrijvingen voor ${labelOfDay(41)} sluiten?` })
  await question.getByRole('checkbox', { name: 'Bericht aan 1 student' }).uncheck()
  await question.getByRole('button', { name: 'Inschrijvingen sluiten' }).click()
  await expect(page.getByText(`De inschrijvingen voor ${labelOfDay(41)} zijn gesloten.`)).toBeVisible()
  await expect(toggle).not.toBeChecked()

  const later = await student.addMoment({ inDays: 45 })
  const other = await database.kysely
    .insertInto('schoolyear')
    .values({ name: `Jaar ${student.mark}`, created_at: new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.kysely.updateTable('testmoment').set({ schoolyear_id: other.id }).where('id', '=', later).execute()
  await goToScreen(page, `/schoolyear/${other.id}/testmoment/${later}/edit`)
  await page.getByRole('group', { name: 'Datum' }).getByLabel('Dag').fill('1')
  await page.getByRole('link', { name: 'Toetsmoment Beheer' }).click()
  const leaving = page.getByRole('dialog', { name: 'Je wijzigingen zijn nog niet opgeslagen' })
  await leaving.getByRole('button', { name: 'Annuleren' }).click()
  await expect(page.getByRole('group', { name: 'Datum' }).getByLabel('Dag')).toHaveValue('1')
  await page.getByRole('link', { name: 'Toetsmoment Beheer' }).click()
  await leaving.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()
  await expect(page.getByLabel('Beheer toetsmomenten voor schooljaar')).toHaveValue(String(other.id))
  await expect(row(page, `WIS1-${student.mark}`)).toBeVisible()
})

test('where there is room the list stays beside the moment that is changed, and one goes through it by the arrows', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const first = await student.addMoment({ inDays: 36 })
  const second = await student.addMoment({ inDays: 37 })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openDesk(page, `/schoolyear/1/testmoment/${first}/edit?tab=students`)
  const list = page.getByRole('navigation', { name: 'Toetsmomenten', exact: true })
  const current = list.locator('[aria-current="page"]')
  await expect(current).toContainText(labelOfDay(36))
  await expect(current).toContainText(`WIS1-${student.mark}`)
  await current.focus()
  // those of other stories may stand between them
  const link = list.locator(`a[href*="/testmoment/${second}/"]`)
  for (let pressed = 0; pressed < 20 && !(await link.evaluate((item) => item === document.activeElement)); pressed++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/testmoment/${second}/edit\\?tab=students$`))
  await expect(link).toBeFocused()
  await expect(list.getByRole('status')).toContainText(`${labelOfDay(37)}`)
  await expect(current).toHaveCount(1)
  await page.getByRole('button', { name: 'Naar wat gekozen is' }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Toetsmoment Beheer' })).toBeFocused()
  await page.goBack()
  await expect(current).toContainText(labelOfDay(36))

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(list).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Ingeschreven studenten' })).toBeVisible()
  await expectSound(page, 'a moment beside the list of its year', { widths: [1920] })
})

test('files come under the server’s name, and one that does not come is said to have failed', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const id = await student.addMoment({ inDays: 48 })
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  const name = (await download).suggestedFilename()
  expect(name).toMatch(/\.xlsx$/)
  await expect(page.getByText(`${name} is gedownload.`)).toBeVisible()
  await page.getByRole('button', { name: 'Presentielijst Genereren' }).click()
  for (const [sheet, begins] of [
    ['A–Z', 'presentielijst-2'],
    ['Per module', 'presentielijst-per-module-2'],
    ['Voor de surveillant', 'voor-de-surveillant-2'],
  ] as const) {
    const sheetDownload = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: sheet }).click()
    expect((await sheetDownload).suggestedFilename()).toMatch(new RegExp(`^${begins}.*\\.pdf$`))
  }
  await failAt(page, 'GET', /presence-checklist/)
  await page.getByRole('button', { name: 'A–Z' }).click()
  await expect(
    page.getByText('Het is niet gelukt om de presentielijst voor het toetsmoment te exporteren.'),
  ).toBeVisible()
})
