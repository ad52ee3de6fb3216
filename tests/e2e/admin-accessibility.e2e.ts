import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { openDesk } from './support/desk.ts'
import { EASY_TO_READ, expectSound, TABLET_WIDTH } from './support/sound.ts'
import { startTeacher } from './support/teacher.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, test } from './support/test.ts'

/** Axe takes its time with some twenty switches, four times over. */
const LIMIT_MS = underLoad(120_000)

/** With all that is fetched once the first screen stands, which would move the page under Axe's hands. */
async function openSettled(page: Page, path: string) {
  const settled = page.waitForRequest(/\/v1\/live$/)
  await page.goto(path)
  await settled
}

test.use(EASY_TO_READ)

test('a teacher’s lists, with their dialogs', { tag: '@all' }, async ({ page, situation }) => {
  test.setTimeout(LIMIT_MS)
  const { addMoment } = await situation(['WIS1', 'STAT'])
  await addMoment({ inDays: 30, duration: 'week' })
  await openDesk(page, '/admin/modules')
  for (const { path, add } of [
    { path: '/admin/modules', add: 'Module toevoegen' },
    { path: '/admin/schoolyears', add: 'Schooljaar toevoegen' },
    { path: '/admin/rooms', add: 'Lokaal toevoegen' },
    { path: '/admin/education-departments', add: 'Studierichting toevoegen' },
    { path: '/admin/testmoments', add: 'Toetsmoment toevoegen' },
  ]) {
    await openSettled(page, path)
    await expect(page.getByRole('table')).toBeVisible()
    expect(await page.getByRole('row').first().getByRole('columnheader').count(), path).toBeGreaterThan(2)
    expect(await page.getByRole('row').nth(1).getByRole('cell').count(), path).toBeGreaterThan(2)
    await expectSound(page, path)
    await page.getByRole('button', { name: add }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    if (path === '/admin/testmoments') {
      // with what is asked first
      await typeDate(dialog, '2020-02-28')
      await dialog.getByRole('button', { name: 'Toetsmoment Aanmaken' }).click()
      await expect(dialog.getByRole('button', { name: 'Toch aanmaken' })).toBeVisible()
    }
    await expectSound(page, add)
  }
})

test('a school year’s weeks without lessons, and what it takes over of another', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  test.setTimeout(LIMIT_MS)
  const { addMoment } = await situation(['WIS1'])
  await addMoment({ inDays: 30 })
  await openDesk(page, '/admin/schoolyears')
  await page.goto('/schoolyear/2/copy?from=1')
  await page
    .getByRole('button', { name: /^Nieuwe datum van/ })
    .first()
    .click()
  await expectSound(page, 'copy')
  await page.goto('/schoolyear/2/recesses')
  await page.getByRole('button', { name: 'Herfstvakantie', exact: true }).click()
  await expectSound(page, 'recesses')
})

test('a moment’s edit screens, with their dialogs', { tag: '@all' }, async ({ page, product, situation }) => {
  test.setTimeout(LIMIT_MS)
  const student = await situation(['WIS1', 'STAT'])
  const id = await student.addMoment({ inDays: 31, seats: 1 })
  await student.enroll(id, 'WIS1')
  await (await student.addClassmate()).enroll(id, 'WIS1')
  const other = await student.addClassmate()
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  await page.getByRole('button', { name: 'Maximum instellen' }).click()
  await page.getByRole('group', { name: 'Datum' }).getByLabel('Dag').fill('0')
  await page.getByLabel('Begintijd').fill('negen')
  await page.getByLabel('Eindtijd').fill('')
  await page.getByLabel('Plaatsen').fill('acht')
  await expect(page.getByText('1 student te veel')).toBeVisible()
  await expectSound(page, 'moment')
  await page.getByLabel('Plaatsen').fill('1')
  await page.getByLabel('Begintijd').fill('')
  await page.getByRole('button', { name: 'Presentielijst Genereren' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Voor de surveillant' })).toBeVisible()
  await expectSound(page, 'lists to print')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Toetsmoment verwijderen' }).click()
  await expect(page.getByRole('dialog')).toContainText('2 inschrijvingen')
  await expectSound(page, 'deletion')
  await page.keyboard.press('Escape')
  const save = page.getByRole('button', { name: 'Opslaan' })
  await typeDate(page.getByRole('group', { name: 'Datum' }), '2020-02-28')
  await save.click()
  await expect(page.getByRole('region', { name: 'Zo opslaan?' })).toBeVisible()
  await page.getByLabel('Onderwerp').fill('')
  await expectSound(page, 'question in a form')
  await page.getByLabel('Modules per student').fill('2')
  const colleague = await startTeacher(product)
  await colleague.edit(id, { max_enrollments: 3 })
  await save.click()
  await expect(page.getByRole('dialog')).toContainText('heeft een collega hetzelfde gewijzigd')
  await expectSound(page, 'conflict')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Toetsmoment Beheer' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'unsaved changes')
  await page.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()
  await expect(page).toHaveURL(/\/admin\/testmoments/)
  await openSettled(page, `/schoolyear/1/testmoment/${id}/edit?tab=students`)
  const tick = page.getByRole('checkbox', { name: 'Berg, Jade van den aanvinken' })
  await expect(tick).toBeVisible()
  await expectSound(page, 'students of a moment')
  await tick.press('Space')
  await page.getByRole('button', { name: 'Uitschrijven' }).click()
  await expect(page.getByRole('dialog')).toContainText('Bericht aan 1 student')
  await expectSound(page, 'unenrolling')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Studenten toevoegen' }).click()
  await page.getByLabel(/^Of plak/).fill(`${student.username}\nniemand\n${other.username}`)
  for (const module of ['WIS1', 'STAT']) await page.getByRole('checkbox', { name: module }).press('Space')
  await page.getByRole('button', { name: 'Controleren' }).click()
  await expect(page.getByText('1 student wordt ingeschreven')).toBeVisible()
  await expect(page.getByText('1 van de 2 studenten past er niet bij: het toetsmoment is vol.')).toBeVisible()
  await expectSound(page, 'students added')
  await page.getByRole('button', { name: 'Annuleren' }).click()
  await student.change(id, { seats: 1, enrollments_enabled: false })
  await (await student.addClassmate()).wait(id, 'STAT')
  await openSettled(page, `/schoolyear/1/testmoment/${id}/edit?tab=waiting`)
  const waiting = page.getByRole('checkbox', { name: /^Jansen \d+, Daan, STAT/ })
  await expect(waiting).toBeVisible()
  await expectSound(page, 'who waits')
  await waiting.press('Space')
  await page.getByRole('button', { name: 'Plaats geven' }).click()
  await expect(page.getByRole('dialog')).toContainText('Boven de 1 plaats inschrijven?')
  await expectSound(page, 'above the seats')
})

test('a teacher’s departments and their modules, with their dialogs', { tag: '@all' }, async ({ page, situation }) => {
  test.setTimeout(LIMIT_MS)
  const student = await situation(['WIS1', 'STAT'])
  await student.enroll(await student.addMoment({ inDays: 31 }), 'WIS1')
  await openDesk(page, '/admin/education-departments/modules')
  await openSettled(page, '/admin/education-departments/modules')
  await page.getByLabel('Studierichting', { exact: true }).selectOption(student.department)
  await page.getByRole('checkbox', { name: new RegExp(`^WIS1-${student.mark}`) }).click()
  await expectSound(page, 'modules of all departments, one changed')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'what would come of it')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Herstellen' }).click()
  await openSettled(page, '/admin/education-departments')
  await page.getByRole('link', { name: `Studierichting ${student.department} wijzigen` }).click()
  await expect(page.getByRole('heading', { name: 'Acties' })).toBeVisible()
  await expectSound(page, 'department')
  await page.getByRole('button', { name: /^Module WIS1.* verwijderen$/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'module of a department')
})

test('a teacher’s messages', { tag: '@all' }, async ({ page, situation }) => {
  test.setTimeout(LIMIT_MS)
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 32 })
  await student.enroll(moment, 'WIS1')
  const id = await student.receive({
    subject: `Toets${'moment'.repeat(20)}`,
    text: 'https://school.example/'.repeat(20),
  })
  await openDesk(page, '/admin/messages')
  await openSettled(page, '/admin/messages')
  await expect(page.getByRole('table')).toBeVisible()
  await expectSound(page, 'messages')
  await openSettled(page, `/admin/messages/${id}`)
  await expect(page.getByRole('heading', { name: 'Wat ervan is gekomen' })).toBeVisible()
  await expectSound(page, 'one message')
  await openSettled(page, `/admin/messages/new?kind=testmoment&testmoment_id=${moment}`)
  await page.getByRole('button', { name: 'Versturen', exact: true }).click()
  await expect(page.getByLabel('Onderwerp')).toBeFocused()
  await page.getByLabel('Tekst').fill('Lees https://school.example/regels.')
  await expectSound(page, 'new message, subject missing')
  await page.getByLabel('Onderwerp').fill('Neem je legitimatie mee')
  await page.getByRole('button', { name: 'Versturen', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Bericht versturen?' })).toBeVisible()
  await expectSound(page, 'question before it is sent')
})

test('who is there, for a teacher and for an invigilator without an account', { tag: '@all' }, async ({
  page,
  situation,
  product,
}) => {
  test.setTimeout(LIMIT_MS)
  const student = await situation(['WIS1', 'STAT'])
  const moment = await student.addMoment({ inDays: 0 })
  await student.change(moment, { starts_at: '09:00', ends_at: '11:30', location: 'm'.repeat(80) })
  await student.enroll(moment, 'WIS1')
  await (await student.addClassmate()).enroll(moment, 'STAT')
  await product.database.kysely
    .updateTable('user')
    .set({ extra_time: true })
    .where('id', '=', student.studentId)
    .execute()
  await openDesk(page, `/schoolyear/1/testmoment/${moment}/presence`)
  await openSettled(page, `/schoolyear/1/testmoment/${moment}/presence`)
  const rows = page.getByRole('list', { name: 'Presentielijst' }).getByRole('listitem')
  await rows.nth(0).getByRole('button', { name: 'Aanwezig' }).click()
  await rows.nth(1).getByRole('button', { name: 'Te laat' }).click()
  await expect(page.getByText('Alles is verstuurd')).toBeVisible()
  await page.getByRole('button', { name: 'Niet op de lijst?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'who walks in')
  const walkIn = page.getByRole('dialog')
  await walkIn.getByRole('button', { name: 'Inschrijven', exact: true }).click()
  await expect(walkIn.getByText('Zoek eerst op wie er is.')).toBeVisible()
  await walkIn.getByRole('searchbox').fill(student.username)
  await walkIn.getByRole('listitem').getByRole('button').first().click()
  await expect(walkIn.getByText('Zoek eerst op wie er is.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Alleen de naam noteren' }).click()
  await page.getByLabel('Naam en studentnummer').fill('Fatima El Idrissi')
  await page.getByRole('button', { name: 'Noteren' }).click()
  await expect(page.getByText('genoteerd door')).toBeVisible()
  await page.getByRole('button', { name: 'Surveillanten' }).click()
  await page.getByRole('button', { name: 'Surveillantenlink maken' }).click()
  const { pathname, hash } = new URL(await page.getByLabel('Stuur deze link').inputValue())
  const code = await page.getByRole('img', { name: 'Code:' }).innerText()
  await expectSound(page, 'link for invigilators')
  await page.goto('/invigilator')
  await expect(page.getByText('Open de link die je van de docent hebt gekregen')).toBeVisible()
  await expectSound(page, 'no link')
  await page.goto(pathname + hash)
  await page.getByLabel('Je naam').fill('Joost, zaal 2')
  await page.getByLabel('Code van zes cijfers').fill(code.startsWith('1') ? '200000' : '100000')
  await page.getByRole('button', { name: 'Naar de lijst' }).click()
  await expect(page.getByRole('alert')).toContainText('Deze code klopt niet')
  await expectSound(page, 'wrong code')
  await page.getByLabel('Code van zes cijfers').fill(code)
  await page.getByRole('button', { name: 'Naar de lijst' }).click()
  await rows.nth(0).getByRole('button', { name: 'Afwezig' }).click()
  await expect(page.getByText(/: aanwezig, \d\d:\d\d/)).toBeVisible()
  await page.route('**/api/v1/invigilation**', (route) => route.abort('internetdisconnected'))
  await rows.nth(1).getByRole('button', { name: 'Afwezig' }).click()
  await expect(page.getByText('Geen verbinding met de server')).toBeVisible()
  await expectSound(page, 'presence list without a network', { widths: [TABLET_WIDTH] })
  await page.goto(`/schoolyear/1/testmoment/${moment}/presence`)
  await expect(rows.first()).toBeVisible()
  await expectSound(page, 'presence list', { widths: [TABLET_WIDTH] })
})
