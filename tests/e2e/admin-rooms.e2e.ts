import { readFile } from 'node:fs/promises'
import type { Locator, Page, Route } from '@playwright/test'
import { divideStudents, previewDivision, readDivision } from '#contract/dividing.gen.ts'
import { editRoom, editTestmomentRooms, listRooms, listTestmomentRooms } from '#contract/rooms.gen.ts'
import type { RoomEdit } from '#domain/rooms/room.schema.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { DESK, failAt, openDesk, row } from './support/desk.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
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

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  const list = await saving
  expect(list.suggestedFilename()).toBe('lokalen.csv')
  expect(await readFile(await list.path(), 'utf8')).toMatch(new RegExp(`\\nZ${mark};60;\\d+;De klok loopt voor\\.;ja`))

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
  const order = await dialog.getByLabel('Volgorde').inputValue()
  await dialog.getByLabel('Volgorde').fill('')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog.getByLabel('Volgorde')).toHaveAccessibleDescription(/Vul een getal in van 1/)
  await dialog.getByLabel('Volgorde').fill(order)
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

  const tick = page.getByRole('checkbox', { name: `Z${mark} aanvinken` })
  const archive = page.getByRole('button', { name: 'Archiveren', exact: true })
  await tick.check()
  await archive.click()
  await expect(page.getByText(`Lokaal Z${mark} is gearchiveerd.`)).toBeVisible()
  await expect(row(page, `Z${mark}`)).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Gearchiveerde tonen' }).click()
  await expect(row(page, `Z${mark}`)).toContainText('Gearchiveerd')
  await tick.check()
  await expect(archive).toHaveCount(0)
  await page.getByRole('button', { name: 'Terugzetten', exact: true }).click()
  await expect(page.getByText(`Lokaal Z${mark} is teruggezet.`)).toBeVisible()
  await expect(tick).not.toBeChecked()
  await tick.check()
  await archive.click()
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

test('a moment gets rooms in an order; what is in use at the same time is said, and the maximum made equal', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  const other = await student.addMoment({ inDays: 31 })
  const id = await student.addMoment({ inDays: 31, seats: 40 })
  const dialog = page.getByRole('dialog')
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  await page.getByRole('navigation', { name: 'Toetsmoment' }).getByRole('link', { name: 'Lokalen' }).click()
  await expect(page.getByText('Dit toetsmoment heeft nog geen lokalen.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Opslaan' })
  const table = page.getByRole('table', { name: 'Lokalen van dit toetsmoment' })
  const names = table
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { checked: true }) })
    .getByRole('strong')
  const seatsOf = (room: string) => table.getByLabel(`Plaatsen in ${room}`, { exact: true })
  const tickOf = (room: string) => table.getByRole('checkbox', { name: room, exact: true })
  await table.getByRole('checkbox', { name: 'Alle lokalen' }).check()
  const heights = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights), 'px of the highest row').toBeLessThanOrEqual(48)
  await table.getByRole('checkbox', { name: 'Alle lokalen' }).uncheck()
  await tickOf('Sporthal Noord').check()
  await tickOf('C2.11').check()
  await seatsOf('Sporthal Noord').fill('veel')
  await save.click()
  await expect(seatsOf('Sporthal Noord')).toHaveAccessibleDescription(/^Vul een aantal plaatsen in/)
  await seatsOf('Sporthal Noord').fill('150')
  await expect(page.getByRole('button', { name: 'Maximum gelijk maken' })).toBeHidden()
  const up = page.getByRole('button', { name: 'C2.11 omhoog' })
  while ((await names.first().textContent()) !== 'C2.11') await up.press('Enter')
  await expect(up, 'a row that moves keeps the focus').toBeFocused()
  await save.click()
  await expect(page.getByText('De lokalen zijn opgeslagen.')).toBeVisible()
  await expect(names).toHaveText(['C2.11', 'Sporthal Noord'])
  const handle = row(page, /Sporthal Noord(?!er)/).getByText('⠿')
  await handle.dragTo(tickOf('C2.11'))
  await expect(names).toHaveText(['Sporthal Noord', 'C2.11'])
  await handle.dragTo(tickOf('C2.11'))
  await expect(names).toHaveText(['C2.11', 'Sporthal Noord'])
  await dragByFinger(page, handle, tickOf('C2.11'))
  await expect(names).toHaveText(['Sporthal Noord', 'C2.11'])
  await dragByFinger(page, handle, tickOf('C2.11'))
  await expect(names).toHaveText(['C2.11', 'Sporthal Noord'])
  await expect(page.getByText('174 plaatsen in 2 lokalen, maximum 40.')).toBeVisible()
  await page.getByRole('button', { name: 'Maximum gelijk maken' }).click()
  await expect(dialog).toContainText('Het maximum gaat van 40 naar 174.')
  await dialog.getByRole('button', { name: 'Maximum 174 plaatsen maken' }).click()
  await expect(page.getByText('Het maximum is nu 174 plaatsen.')).toBeVisible()
  await expect(page.getByText('174 plaatsen in 2 lokalen, precies het maximum.')).toBeVisible()

  const colleague = await startTeacher(product)
  await colleague.call(async (api) => {
    const rooms = await api.call(listTestmomentRooms, { params: { id: other } })
    const free = rooms.others.find(({ name }) => name === 'Sporthal Noord')
    if (free)
      await api.follow(editTestmomentRooms, rooms._links.edit, { body: { entities: [{ id: free.id, seats: 10 }] } })
  })
  await expect(row(page, /Sporthal Noord(?!er)/)).toContainText('Misschien tegelijk in gebruik')
  await tickOf('C2.11').uncheck()
  await save.click()
  await expect(names).toHaveCount(1)
  await page.goto('/admin/rooms')
  await page.getByRole('checkbox', { name: 'Sporthal Noord aanvinken' }).check()
  const archive = page.getByRole('button', { name: 'Archiveren', exact: true })
  await archive.click()
  await expect(dialog).toContainText('2 komende toetsmomenten hebben dit lokaal')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'C2.11 aanvinken' }).check()
  await archive.click()
  await expect(dialog).toContainText('1 lokaal hoort bij komende toetsmomenten, en blijft daar.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Lokaal Sporthal Noord verwijderen' })).toHaveCount(0)
})

async function dragByFinger(page: Page, from: Locator, to: Locator) {
  const [start, end] = await Promise.all([from, to].map((each) => each.boundingBox()))
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', box?: typeof start) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [],
    })
  await touch('touchStart', start)
  await touch('touchMove', end)
  await touch('touchEnd')
  await finger.detach()
}

test('students are divided with a plan and moved by hand, which dividing again keeps; once that is published each sees their own chair, offline too', async ({
  page,
  browser,
  product,
  situation,
}) => {
  test.setTimeout(underLoad(240_000))
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
  const room = (name: string) => part.getByRole('group').filter({ hasText: name })
  const unfold = async (name: string) => {
    if ((await room(name).getAttribute('open')) === null) await room(name).getByText(name).first().click()
  }
  const list = part
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit?tab=seating`)
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
  await unfold('Sporthal Noord')
  await expect(room('Sporthal Noord').getByRole('row').filter({ hasText: 'Jansen 4' })).toContainText('4')
  await expect(room('Zonder plaats').getByRole('row').filter({ hasText: 'Jansen 6' })).toBeVisible()

  const toRooms = page.getByRole('navigation', { name: 'Lokalen', exact: true })
  await toRooms.getByRole('link', { name: 'Lokalen' }).click()
  await page.getByLabel('Plaatsen in B1.02').fill('3')
  await toRooms.getByRole('link', { name: 'Wie zit waar' }).click()
  await expect(part.getByRole('button', { name: 'Verdeel de rest' })).toBeDisabled()
  await toRooms.getByRole('link', { name: 'Lokalen' }).click()
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('De lokalen zijn opgeslagen.')).toBeVisible()
  await toRooms.getByRole('link', { name: 'Wie zit waar' }).click()
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
  await expect(part.getByRole('heading', { name: 'Wie zit waar' })).toBeFocused()
  await unfold('B1.02')
  await expect(room('B1.02').getByRole('row').filter({ hasText: 'Zelf geplaatst' })).toHaveCount(2)
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
    await expect(room('B1.02').getByRole('row').filter({ hasText: name })).toBeVisible()
  await expect(room('B1.02').getByRole('row')).toHaveCount(4)
  await part.getByRole('searchbox').fill('nergens')
  await expect(part.getByRole('group'), 'a search leaves the rooms in which it finds somebody').toHaveCount(0)
  await part.getByRole('searchbox').fill('Jansen 2')
  await expect(room('B1.02').getByRole('row').filter({ hasText: 'Jansen 2' })).toBeVisible()

  const giveExtraTime = (extra_time: boolean, but = '') =>
    product.database.kysely
      .updateTable('user')
      .set({ extra_time })
      .where('username', 'like', `%-${student.mark}@e2e.example`)
      .where('last_name', '!=', but)
      .execute()
  await giveExtraTime(true)
  await page.goto(`/schoolyear/1/testmoment/${id}/edit`)
  await expect(page.getByText('De lijst verraadt wie dat zijn.')).toBeVisible()
  await giveExtraTime(false, 'Jansen 3')
  await page.goto(`/schoolyear/1/testmoment/${id}/edit?tab=seating`)

  await part.getByRole('button', { name: 'Bekendmaken' }).click()
  await expect(dialog).toContainText('7 studenten zien dan hun eigen plaats en krijgen bericht.')
  await expectSound(page, 'publish')
  await dialog.getByRole('button', { name: 'Bekendmaken aan 7 studenten' }).click()
  await expect(part).toContainText('Bekendgemaakt op')
  await expect(part.getByRole('button', { name: 'Bekendmaken' })).toHaveCount(0)
  await unfold('B1.02')
  await list.getByRole('checkbox', { name: 'Jansen 1' }).check()
  await page.getByRole('button', { name: 'Verplaatsen' }).click()
  await expect(dialog).toContainText('1 student krijgt bericht van de nieuwe plaats.')
  await page.keyboard.press('Escape')
  await toRooms.getByRole('link', { name: 'Lokalen' }).click()
  await page.getByRole('checkbox', { name: 'B1.02', exact: true }).uncheck()
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

test.describe('on a phone', () => {
  test.use(EASY_TO_READ)

  test('300 students in 40 rooms are read by room; little stands above the rooms, and no toast on the bar below them', async ({
    page,
    product,
    situation,
  }) => {
    const student = await situation(['WIS1'])
    const id = await student.addMoment({ inDays: 31 })
    await student.addClass(300, id, ['WIS1'])
    const { kysely } = product.database
    const created_at = new Date().toISOString()
    const more = Array.from({ length: ROOMS }, (_, at) => `Zaal ${at} ${student.mark}`)
    await kysely
      .insertInto('room')
      .values(
        more.map((name) => ({ name, name_key: name.toLowerCase(), seats: 60, position: 200, remark: '', created_at })),
      )
      .execute()
    const colleague = await startTeacher(product)
    await colleague.call(async (api) => {
      const rooms = await api.call(listTestmomentRooms, { params: { id } })
      const entities = rooms.others.slice(0, ROOMS).map((room) => ({ id: room.id, seats: 8 }))
      await api.follow(editTestmomentRooms, rooms._links.edit, { body: { entities } })
      const { _links } = await api.call(readDivision, { params: { id } })
      const wish = { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true } as const
      const { confirmation } = await api.follow(previewDivision, _links.preview, { body: { wish } })
      await api.follow(divideStudents, _links.divide, { body: { wish, confirmation: confirmation ?? '' } })
    })
    await openDesk(page, `/schoolyear/1/testmoment/${id}/edit?tab=seating`)
    const part = page.getByRole('region', { name: 'Wie zit waar' })
    await expect(part).toContainText('300 studenten, allemaal met een plaats.')
    await expect(part.getByRole('group')).toHaveCount(ROOMS)
    await expect(part.getByRole('row')).toHaveCount(0)
    expect(await heightOf(page), 'px of who sits where').toBeLessThanOrEqual(MOST_SEATING_PX)
    await part.getByRole('searchbox').fill('Jansen')
    await expect(part.getByRole('row'), 'a search that finds 300 unfolds none').toHaveCount(0)
    await part.getByRole('searchbox').fill('Jansen 299')
    await expect(part.getByRole('row').filter({ hasText: 'Jansen 299' })).toBeVisible()

    const tabs = page.getByRole('navigation', { name: 'Toetsmoment' })
    await expect(tabs.getByRole('link', { name: 'Lokalen' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('navigation', { name: 'Lokalen', exact: true }).getByRole('link', { name: 'Lokalen' }).click()
    const table = page.getByRole('table', { name: 'Lokalen van dit toetsmoment' })
    const first = table.locator('tbody tr').first()
    await expect(first).toBeVisible()
    expect((await tabs.boundingBox())?.height, 'px of the tabs: one line').toBeLessThanOrEqual(44)
    const top = await first.evaluate((row) => row.getBoundingClientRect().top + scrollY)
    expect(top, 'px above the first room').toBeLessThanOrEqual(MOST_ABOVE_ROOMS_PX)

    await page
      .getByLabel(/^Plaatsen in /)
      .first()
      .fill('9')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    const toast = page.getByText('De lokalen zijn opgeslagen.')
    await expect(toast).toBeVisible()
    const covers = await toast.evaluate((words) => {
      const of = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
      const [bar, box] = [of(document.querySelector('[data-foot]')), of(words.closest('[data-box]'))]
      return box.top < bar.bottom && bar.top < box.bottom
    })
    expect(covers, 'the toast lies on the bar').toBe(false)
  })
})

const ROOMS = 40
const MOST_SEATING_PX = 6_000
const MOST_ABOVE_ROOMS_PX = 300

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
