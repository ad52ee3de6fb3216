import type { Route } from '@playwright/test'
import { editRoom, editTestmomentRooms, listRooms, listTestmomentRooms } from '#contract/rooms.ts'
import type { RoomEdit } from '#domain/rooms/room.schema.ts'
import { DESK, failAt, openDesk, row } from './support/desk.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { expectSound } from './support/sound.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, openAs, test } from './support/test.ts'

test.use(DESK)

test('a teacher adds rooms, edits, archives, deletes and imports them, and is warned of a name that gives extra time away', async ({
  page,
  product,
}) => {
  const mark = Date.now().toString(36)
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Naam')
  const submit = dialog.getByRole('button', { name: 'Lokaal aanmaken' })
  await openDesk(page, '/admin/overview')
  await page.getByRole('navigation').getByRole('link', { name: 'Lokalen' }).first().click()
  await expect(page.getByRole('columnheader')).toHaveText([
    ...[/^Naam/, /^Plaatsen/, /^Volgorde/, 'Ook voor extra tijd', 'Wijzigen'],
  ])

  await page.getByRole('button', { name: 'Lokaal toevoegen' }).click()
  await submit.click()
  await expect(name).toHaveAccessibleDescription('Vul een naam in.')
  await expect(name).toBeFocused()
  await expect(dialog.getByLabel('Plaatsen')).toHaveAccessibleDescription(/van 1 tot en met 2\.000\.$/)
  await name.fill(`Extra tijd ${mark}`)
  await expect(dialog.getByText('Anderen lezen deze naam.')).toBeVisible()
  await name.fill(`Z${mark}`)
  await expect(dialog.getByText('Anderen lezen deze naam.')).toHaveCount(0)
  await dialog.getByLabel('Plaatsen').fill('60')
  await dialog.getByLabel('Opmerking voor surveillanten').fill('De klok loopt voor.')
  await dialog.getByRole('checkbox', { name: 'Ook voor studenten met extra tijd' }).check()
  await failAt(page, 'POST', /v1\/room$/)
  await submit.click()
  await expect(name).toHaveAccessibleDescription(/^Aanmaken van lokaal mislukt/)
  await expect(dialog.getByLabel('Plaatsen')).toHaveValue('60')
  await page.unrouteAll()
  await submit.click()
  await expect(page.getByText(`Lokaal Z${mark} is aangemaakt.`)).toBeVisible()
  await expect(row(page, `Z${mark}`)).toHaveAttribute('data-new', 'true')
  await expect(row(page, `Z${mark}`)).toContainText('De klok loopt voor.')

  await page.getByRole('button', { name: 'Lokaal toevoegen' }).click()
  await name.fill(`z${mark}`.toUpperCase())
  await dialog.getByLabel('Plaatsen').fill('5')
  await submit.click()
  await expect(name).toHaveAccessibleDescription(/Er is al een lokaal met deze naam\. Kies een andere\.$/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()

  // A colleague changes another field and then the same one.
  await page.getByRole('button', { name: `Lokaal Z${mark} wijzigen` }).click()
  const colleague = await startTeacher(product)
  const editRoomThere = (change: RoomEdit) =>
    colleague.call(async (api) => {
      const room = (await api.call(listRooms)).entities.find((each) => each.name === `Z${mark}`)
      if (room) await api.follow(editRoom, room._links.edit, { body: change })
    })
  await editRoomThere({ remark: 'Klok gemaakt.' })
  await dialog.getByLabel('Plaatsen').fill('58')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText(/Een collega wijzigde intussen ook: Opmerking voor surveillanten/)).toBeVisible()
  await expect(row(page, `Z${mark}`)).toContainText('Klok gemaakt.')
  await page.getByRole('button', { name: `Lokaal Z${mark} wijzigen` }).click()
  await editRoomThere({ seats: 40 })
  await dialog.getByLabel('Plaatsen').fill('50')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('heeft een collega hetzelfde gewijzigd')).toBeVisible()
  await page.getByRole('button', { name: 'De mijne opslaan' }).click()
  await expect(row(page, `Z${mark}`)).toContainText('50')

  await page.getByRole('button', { name: `Lokaal Z${mark} archiveren` }).click()
  await expect(row(page, `Z${mark}`)).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Gearchiveerde tonen' }).click()
  await expect(row(page, `Z${mark}`)).toContainText('Gearchiveerd')
  await page.getByRole('button', { name: `Lokaal Z${mark} terugzetten` }).click()
  await expect(page.getByText(`Lokaal Z${mark} is teruggezet.`)).toBeVisible()
  await page.getByRole('button', { name: `Lokaal Z${mark} archiveren` }).click()
  await page.getByRole('button', { name: `Lokaal Z${mark} verwijderen` }).click()
  await dialog.getByRole('button', { name: 'Lokaal verwijderen' }).click()
  await expect(page.getByText(`Lokaal Z${mark} is verwijderd.`)).toBeVisible()
  await expect(row(page, `Z${mark}`)).toHaveCount(0)

  await page.getByRole('link', { name: 'Lokalen importeren' }).click()
  await page.getByLabel('Plak hier de lijst').fill(`Zaalnummer,Max. capaciteit\nI${mark},41\nKast ${mark},`)
  await page.getByRole('button', { name: 'Controleren', exact: true }).click()
  await expect(page.getByText('Heeft in deze lijst geen plaatsen. Wordt overgeslagen.')).toBeVisible()
  await page.getByRole('button', { name: '1 lokaal importeren' }).click()
  await expect(page.getByText('1 lokaal is geïmporteerd.')).toBeVisible()
  await page.getByRole('link', { name: 'Deze import terugdraaien' }).click()
  await page.getByRole('button', { name: 'Import terugdraaien' }).click()
  await dialog.getByRole('button', { name: '1 regel ongedaan maken' }).click()
  await expect(page.getByText('1 regel is ongedaan gemaakt.')).toBeVisible()
})

test('a moment gets rooms in an order; what is in use at the same time is said, and the maximum made equal', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const other = await student.addMoment({ inDays: 31 })
  const id = await student.addMoment({ inDays: 31, seats: 40 })
  const dialog = page.getByRole('dialog')
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  await page.getByRole('navigation', { name: 'Toetsmoment' }).getByRole('link', { name: 'Lokalen' }).click()
  await expect(page.getByText('Dit toetsmoment heeft nog geen lokalen.')).toBeVisible()
  const add = page.getByRole('button', { name: 'Lokaal toevoegen' })
  const save = page.getByRole('button', { name: 'Opslaan' })
  const hall = page.getByRole('group', { name: 'Sporthal Noord' })
  await add.click()
  await page.getByLabel('Lokaal', { exact: true }).selectOption({ label: 'C2.11 (24 plaatsen)' })
  await add.click()
  const names = page.getByRole('list', { name: 'Lokalen van dit toetsmoment' }).getByRole('group')
  await page.getByRole('button', { name: 'C2.11 omhoog' }).click()
  await hall.getByLabel('Plaatsen').fill('veel')
  await save.click()
  await expect(hall.getByLabel('Plaatsen')).toHaveAccessibleDescription(/^Vul een aantal plaatsen in/)
  await hall.getByLabel('Plaatsen').fill('150')
  await expect(page.getByRole('button', { name: 'Maximum gelijk maken' })).toBeDisabled()
  await save.click()
  await expect(page.getByText('De lokalen zijn opgeslagen.')).toBeVisible()
  await expect(names).toHaveCount(2)
  await expect(names.first()).toHaveAccessibleName('C2.11')
  await expect(page.getByText('Samen 174 plaatsen in 2 lokalen. Het maximum van dit toetsmoment is 40')).toBeVisible()
  await page.getByRole('button', { name: 'Maximum gelijk maken' }).click()
  await expect(dialog).toContainText('Het maximum gaat van 40 naar 174.')
  await dialog.getByRole('button', { name: 'Maximum 174 plaatsen maken' }).click()
  await expect(page.getByText('Het maximum is nu 174 plaatsen.')).toBeVisible()
  await expect(page.getByText('Dat is ook het maximum van dit toetsmoment.')).toBeVisible()

  const colleague = await startTeacher(product)
  await colleague.call(async (api) => {
    const rooms = await api.call(listTestmomentRooms, { params: { id: other } })
    const free = rooms.others.find(({ name }) => name === 'Sporthal Noord')
    if (free)
      await api.follow(editTestmomentRooms, rooms._links.edit, { body: { entities: [{ id: free.id, seats: 10 }] } })
  })
  await expect(hall).toContainText('Misschien tegelijk in gebruik')
  await page.getByRole('button', { name: 'C2.11 weghalen' }).click()
  await save.click()
  await expect(names).toHaveCount(1)
  await page.goto('/admin/rooms')
  await page.getByRole('button', { name: 'Lokaal Sporthal Noord archiveren' }).click()
  await expect(dialog).toContainText('2 komende toetsmomenten hebben dit lokaal')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Lokaal Sporthal Noord verwijderen' })).toHaveCount(0)
})

test('students are divided with a plan and moved by hand, which dividing again keeps; once that is published each sees their own chair, offline too', async ({
  page,
  browser,
  product,
  situation,
}) => {
  test.setTimeout(240_000)
  const student = await situation(['WIS1'])
  const id = await student.addMoment({ inDays: 0 })
  await student.addClass(6, id, ['WIS1'])
  const named = product.database.kysely
    .updateTable('user')
    .set({ extra_time: true })
    .where('last_name', '=', 'Jansen 3')
  await named.where('username', 'like', `%-${student.mark}@e2e.example`).execute()
  const colleague = await startTeacher(product)
  await colleague.call(async (api) => {
    const rooms = await api.call(listTestmomentRooms, { params: { id } })
    const seatsOf = new Map([
      ['Sporthal Noord', 4],
      ['B1.02', 1],
    ])
    const entities = rooms.others.flatMap(({ id: room, name }) => {
      const seats = seatsOf.get(name)
      return seats === undefined ? [] : [{ id: room, seats }]
    })
    await api.follow(editTestmomentRooms, rooms._links.edit, { body: { entities } })
  })
  const dialog = page.getByRole('dialog')
  const part = page.getByRole('region', { name: 'Wie zit waar' })
  const list = part.getByRole('table', { name: 'Studenten en hun plaats' })
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit?tab=rooms`)
  await expect(part).toContainText('Er zijn 6 studenten, nog niet verdeeld.')

  await part.getByRole('button', { name: 'Verdelen' }).click()
  await expect(dialog).toContainText('5 studenten van de 6 hebben dan een plaats.')
  await expect(dialog.getByRole('row').nth(1)).toContainText('Jansen 1 – Jansen 4')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Jansen 6' })).toBeVisible()
  await expect(dialog).toContainText('Geen van deze lokalen is ook voor extra tijd.')
  await dialog.getByRole('checkbox', { name: 'Plaatsnummers geven' }).check()
  await expectSound(page, 'divide')
  await dialog.getByRole('button', { name: 'Studenten verdelen' }).click()
  await expect(page.getByText('1 student heeft nog geen plaats.')).toBeVisible()
  await expect(list.getByRole('row').filter({ hasText: 'Jansen 4' })).toContainText('Sporthal Noord, plaats 4')
  await expect(list.getByRole('row').filter({ hasText: 'Jansen 6' })).toContainText('Zonder plaats')

  await page.getByRole('group', { name: 'B1.02' }).getByLabel('Plaatsen').fill('3')
  await expect(part.getByRole('button', { name: 'Verdeel de rest' })).toBeDisabled()
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await part.getByRole('button', { name: 'Verdeel de rest' }).click()
  await dialog.getByRole('button', { name: 'De rest verdelen' }).click()
  await expect(part).toContainText('6 studenten, allemaal met een plaats.')

  for (const name of ['Jansen 1', 'Jansen 2']) await list.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Verplaatsen' }).click()
  await expect(dialog).toContainText('2 studenten gaan naar B1.02.')
  await expect(dialog).toContainText('1 student komt boven de 3 plaatsen.')
  await expectSound(page, 'move')
  await dialog.getByRole('button', { name: 'Verplaatsen, 1 boven de plaatsen' }).click()
  await expect(page.getByText('2 studenten zitten nu in B1.02.')).toBeVisible()
  await expect(list.getByRole('row').filter({ hasText: 'Zelf geplaatst' })).toHaveCount(2)
  await expect(part.getByRole('heading', { name: 'Wie zit waar' })).toBeFocused()
  await expectSound(page, 'who sits where')

  await part.getByRole('button', { name: 'Presentielijst Genereren' }).click()
  await dialog.getByLabel('Lokaal').selectOption('B1.02 (4)')
  await expectSound(page, 'lists per room')
  const doorList = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Deurlijst' }).click()
  expect((await doorList).suggestedFilename()).toMatch(/^deurlijst-.*\.pdf$/)
  await page.keyboard.press('Escape')

  await part.getByRole('button', { name: 'Verdelen' }).click()
  await dialog.getByRole('radio', { name: 'Gelijk verdeeld' }).check()
  await expect(dialog.getByRole('checkbox', { name: '2 studenten laten zitten' })).toBeChecked()
  await expect(dialog).toContainText('Alle 6 studenten hebben dan een plaats.')
  // Enrolls once the press is under way: the news of it would renew the plan before.
  const enrollsMeanwhile = async (route: Route) => {
    await student.enroll(id, 'WIS1')
    await route.continue()
  }
  await page.route(/\/testmoment\/\d+\/division(\?|$)/, enrollsMeanwhile, { times: 1 })
  await dialog.getByRole('button', { name: 'Studenten verdelen' }).click()
  await expect(dialog).toContainText('Intussen is er iets veranderd.')
  await expect(dialog).toContainText('Alle 7 studenten hebben dan een plaats.')
  await dialog.getByRole('button', { name: 'Studenten verdelen' }).click()
  await expect(part).toContainText('7 studenten, allemaal met een plaats.')
  for (const name of ['Jansen 1', 'Jansen 2'])
    await expect(list.getByRole('row').filter({ hasText: name })).toContainText('B1.02')
  await part.getByLabel('Lokaal').selectOption('B1.02 (3)')
  await expect(list.getByRole('row')).toHaveCount(4)

  await part.getByRole('button', { name: 'Bekendmaken' }).click()
  await expect(dialog).toContainText('7 studenten zien dan hun eigen plaats en krijgen bericht.')
  await expectSound(page, 'publish')
  await dialog.getByRole('button', { name: 'Bekendmaken aan 7 studenten' }).click()
  await expect(part).toContainText('Bekendgemaakt op')
  await expect(part.getByRole('button', { name: 'Bekendmaken' })).toHaveCount(0)
  await list.getByRole('checkbox', { name: 'Jansen 1' }).check()
  await page.getByRole('button', { name: 'Verplaatsen' }).click()
  await expect(dialog).toContainText('1 student krijgt bericht van de nieuwe plaats.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'B1.02 weghalen' }).click()
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog).toContainText('3 studenten verliezen de plaats in een lokaal en krijgen daar bericht van.')

  const phone = await browser.newContext({ baseURL: product.url, locale: 'nl-NL', serviceWorkers: 'allow' })
  const own = await phone.newPage()
  const chair = own.getByText(/^(B1\.02|Sporthal Noord), plaats \d$/)
  await openAs(own, student.username, '/student/modules')
  await expect(chair).toHaveAttribute('data-text', /huge/)
  await expectSound(own, 'the own room on the first screen')
  await untilListsAreKept(own, student.studentId)
  await phone.setOffline(true)
  await own.reload()
  await expect(own.getByText(/ — bijgewerkt om/)).toBeVisible()
  await expect(chair).toBeVisible()
  await phone.setOffline(false)
  await own.goto('/student/testmoments')
  const card = own.getByRole('article').filter({ has: chair })
  await card.getByRole('link').first().click()
  await expect(own.getByRole('dialog').getByText(/, plaats \d$/)).toBeVisible()
  await phone.close()
})
