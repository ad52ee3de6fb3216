import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { listChairs, moveChairs } from '#contract/dividing.gen.ts'
import { editTestmomentRooms, listTestmomentRooms } from '#contract/rooms.gen.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { goToScreen, logInAtDesk, openDesk } from './support/desk.ts'
import type { Product } from './support/product.ts'
import { expectSound } from './support/sound.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, openAs, openModule, test } from './support/test.ts'

/** Held in two hands. */
const TABLET = { viewport: { width: 1024, height: 768 }, isMobile: false, hasTouch: true } as const

const tabletOf = (browser: Browser, { url }: Product) =>
  browser.newContext({
    ...TABLET,
    baseURL: url,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    serviceWorkers: 'allow',
  })

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Presentielijst' }).getByRole('listitem').filter({ hasText: name })
const tick = (page: Page, name: string, status: string) =>
  rowOf(page, name).getByRole('button', { name: status }).click()
const expectTicked = (row: Locator, status: string) =>
  expect(row.getByRole('button', { name: status })).toHaveAttribute('aria-pressed', 'true')

/** The worker is there: from now on the page opens without a network. */
const untilKept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

/** The text of all that a page keeps in IndexedDB for presence lists. */
const keptHere = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answer(indexedDB.open('presence'))
    const stores = [...database.objectStoreNames]
    const kept = await Promise.all(stores.map((name) => answer(database.transaction(name).objectStore(name).getAll())))
    database.close()
    return JSON.stringify(kept)
  })
/** The row shows a tick before the device has it: a page that is closed sooner loses it. */
const untilTickKept = (page: Page, status: string) =>
  expect
    .poll(async () =>
      JSON.parse(await keptHere(page))
        .flat()
        .map((kept: { status?: string }) => kept.status),
    )
    .toContain(status)

/** Run in a page: what was ticked on this device was so yesterday. */
const backOneDay = () =>
  new Promise<void>((resolve) => {
    indexedDB.open('presence').onsuccess = ({ target }) => {
      const database = (target as IDBOpenDBRequest).result
      const transaction = database.transaction('ticks', 'readwrite')
      transaction.objectStore('ticks').openCursor().onsuccess = ({ target }) => {
        const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
        if (!cursor) return
        const at = new Date(Date.parse(cursor.value.at) - 86_400_000).toISOString()
        cursor.update({ ...cursor.value, at })
        cursor.continue()
      }
      transaction.oncomplete = () => {
        database.close()
        resolve()
      }
    }
  })

/** The teacher makes the link on the screen where they tick, for all rooms or for one, and says its code aloud. */
async function makeLink(desk: Page, room?: string): Promise<{ url: string; code: string }> {
  await desk.getByRole('button', { name: 'Surveillanten' }).click()
  if (room) await desk.getByLabel('Link voor').selectOption(room)
  await desk.getByRole('button', { name: 'Surveillantenlink maken' }).click()
  const url = await desk.getByLabel('Stuur deze link').inputValue()
  const code = await desk.getByRole('img', { name: 'Code:' }).innerText()
  await desk.keyboard.press('Escape')
  return { url, code }
}

async function comeIn(tablet: BrowserContext, { url, code }: { url: string; code: string }): Promise<Page> {
  const page = await tablet.newPage()
  const { pathname, hash } = new URL(url)
  await page.goto(pathname + hash)
  await page.getByLabel('Je naam').fill('Joost, zaal 2')
  await page.getByLabel('Code van zes cijfers').fill(code)
  // The first answer is lost; the same device asks again, and is counted once.
  await page.route('**/invigilation', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await page.getByRole('button', { name: 'Naar de lijst' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Naar de lijst' }).click()
  await expect(page.getByRole('list', { name: 'Presentielijst' })).toBeVisible()
  return page
}

test('the test day: a student enrolls, an invigilator without a network and a teacher tick at once, no tick is lost, and the student passes', async ({
  page,
  browser,
  product,
  situation,
}) => {
  test.slow()
  const student = await situation(['ALG1'])
  const moment = await student.addMoment({ inDays: 1 })
  for (let classmates = 0; classmates < 3; classmates++) await (await student.addClassmate()).enroll(moment, 'ALG1')
  await openAs(page, student.username)
  const dialog = await openModule(page, 'ALG1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  await student.change(moment, { date: dayOf(Date.now()) })

  const { schoolyear_id } = await product.database.kysely
    .selectFrom('testmoment')
    .select('schoolyear_id')
    .where('id', '=', moment)
    .executeTakeFirstOrThrow()
  const room = await tabletOf(browser, product)
  const desk = await room.newPage()
  await openDesk(desk, `/schoolyear/${schoolyear_id}/testmoment/${moment}/edit`)
  await desk.getByRole('link', { name: 'Aanwezigheid', exact: true }).click()
  await expect(desk.getByText('0 van 4 aanwezig')).toBeVisible()
  const link = await makeLink(desk)

  const tablet = await tabletOf(browser, product)
  const first = await comeIn(tablet, link)
  expect(first.url()).not.toContain('#')
  await untilKept(first)
  // The teacher's finger is on its way to the same button.
  await rowOf(desk, 'Jansen 1')
    .getByRole('button', { name: 'Aanwezig' })
    .evaluate((button: HTMLElement) => {
      const turned = () => button.getAttribute('aria-pressed') === 'true' && button.click()
      new MutationObserver(turned).observe(button, { attributeFilter: ['aria-pressed'] })
    })
  await tick(first, 'Jansen 1', 'Aanwezig')
  await expect(first.getByText('Alles is verstuurd')).toBeVisible()
  await expect(desk.getByText('1 van 4 aanwezig')).toBeVisible()
  await expectTicked(rowOf(desk, 'Jansen 1'), 'Aanwezig')

  // The network goes; the tablet's page is closed, and opened again without one.
  await tablet.setOffline(true)
  await tick(first, 'Jansen 2', 'Te laat')
  await expect(rowOf(first, 'Jansen 2')).toContainText('nog niet verstuurd')
  await untilTickKept(first, 'late')
  await first.close()
  await tick(desk, 'Jansen 3', 'Afwezig')
  await tick(desk, 'Jansen 2', 'Afwezig')
  await expect(desk.getByText('1 van 4 aanwezig · 0 te laat · 2 afwezig')).toBeVisible()
  const second = await tablet.newPage()
  await second.goto('/invigilator')
  await expectTicked(rowOf(second, 'Jansen 2'), 'Te laat')
  await expect(second.getByText('1 nog niet verstuurd')).toBeVisible()
  await second.getByRole('searchbox').fill('berg jade')
  await tick(second, 'van den', 'Aanwezig')
  await second.getByRole('searchbox').fill('')
  await second.getByRole('button', { name: 'Niet op de lijst?' }).click()
  await second.getByLabel('Naam en studentnummer').fill('Fatima El Idrissi')
  await second.getByRole('button', { name: 'Noteren' }).click()
  await expect(second.getByText('3 nog niet verstuurd')).toBeVisible()
  // This act does not replace ticks that the teacher made meanwhile.
  await second.getByRole('button', { name: 'Rest aanwezig (1)' }).click()
  await expect(second.getByText('4 nog niet verstuurd')).toBeVisible()

  // It returns: both screens agree, and where two people differ both are kept.
  await tablet.setOffline(false)
  await expect(second.getByText('Alles is verstuurd')).toBeVisible()
  for (const screen of [desk, second]) {
    await expect(screen.getByText('2 van 4 aanwezig · 0 te laat · 2 afwezig')).toBeVisible()
    await expect(rowOf(screen, 'Jansen 2')).toContainText('Joost, zaal 2: te laat')
  }
  await expect(desk.getByText('Fatima El Idrissi')).toBeVisible()
  await desk.getByRole('button', { name: 'Afgehandeld' }).click()
  await expect(desk.getByText('Fatima El Idrissi', { exact: true })).toBeHidden()

  // The teacher's own screen opens without a network too; logging out asks first, and leaves no names.
  await untilKept(desk)
  await room.setOffline(true)
  await tick(desk, 'Jansen 3', 'Aanwezig')
  await untilTickKept(desk, 'present')
  await desk.reload()
  await expectTicked(rowOf(desk, 'Jansen 3'), 'Aanwezig')
  await desk.getByRole('banner').getByRole('button').last().click()
  await desk.getByRole('button', { name: 'Uitloggen' }).first().click()
  await expect(desk.getByRole('dialog', { name: /nog niet verstuurd/ })).toBeVisible()
  await desk.getByRole('button', { name: 'Toch uitloggen' }).click()
  await expect(desk.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
  await expect.poll(() => keptHere(desk)).not.toContain('Jansen')
  await room.setOffline(false)
  // Logs in by the form, in the same browser: it still has the ticks that were not sent.
  await logInAtDesk(desk, `/schoolyear/${schoolyear_id}/testmoment/${moment}/presence`)
  await expect(second.getByText('3 van 4 aanwezig · 0 te laat · 1 afwezig')).toBeVisible()

  // One tap takes the tablet off: nothing is left on it.
  await desk.getByRole('button', { name: 'Surveillanten' }).click()
  await desk.getByRole('button', { name: 'Afmelden' }).click()
  await expect(desk.getByText('komt nog tot 48 uur binnen zodra het weer verbinding heeft')).toBeVisible()
  await desk.getByRole('button', { name: 'Apparaat afmelden' }).click()
  await expect(second.getByText('Dit apparaat is afgemeld')).toBeVisible()
  expect(await keptHere(second)).toBe('[[],[],[],[]]')

  // Results follow: typed, published, and read by the student.
  await desk.keyboard.press('Escape')
  await desk.getByRole('link', { name: 'Toetsmoment', exact: true }).click()
  await desk.getByRole('link', { name: 'Uitslagen', exact: true }).click()
  await desk
    .getByRole('row', { name: /Berg, Jade/ })
    .getByRole('gridcell')
    .click()
  await desk.keyboard.type('7,5')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Alles is opgeslagen')).toBeVisible()
  await desk.getByRole('button', { name: 'Publiceren' }).click()
  await desk.getByRole('button', { name: '1 uitslag publiceren' }).click()
  await expect(desk.getByRole('dialog', { name: 'Gepubliceerd' })).toBeVisible()
  await page.goto('/student/history')
  await expect(page.getByText('Geslaagd (7,5)')).toBeVisible()
  await expect(page.getByText('Aanwezig', { exact: true })).toBeVisible()
  await Promise.all([room.close(), tablet.close()])
})

test('a day in two rooms: divided, each with its own link, which ticks its own students, also offline, and says of others only where they sit', {
  tag: '@all',
}, async ({ browser, product, situation }) => {
  test.slow()
  const student = await situation(['ALG1'])
  const id = await student.addMoment({ inDays: 0 })
  await student.addClass(4, id, ['ALG1'])
  const colleague = await startTeacher(product)
  const giveRooms = new Map([
    ['Sporthal Noord', 2],
    ['B1.02', 3],
  ])
  await colleague.call(async (api) => {
    const { others, _links } = await api.call(listTestmomentRooms, { params: { id } })
    const entities = others.flatMap(({ id, name }) => ({ id, seats: giveRooms.get(name) ?? 0 }))
    const body = { entities: entities.filter(({ seats }) => seats > 0) }
    await api.follow(editTestmomentRooms, _links.edit, { body })
  })
  const room = await tabletOf(browser, product)
  const desk = await room.newPage()
  const dialog = desk.getByRole('dialog')
  await openDesk(desk, `/schoolyear/1/testmoment/${id}/edit?tab=seating`)
  await desk.getByRole('button', { name: 'Verdelen' }).click()
  await dialog.getByRole('checkbox', { name: 'Plaatsnummers geven' }).check()
  await dialog.getByRole('button', { name: 'Studenten verdelen' }).click()
  await expect(desk.getByText('4 studenten, allemaal met een plaats.')).toBeVisible()
  // A link for one room works from then on.
  await desk.getByRole('button', { name: 'Bekendmaken' }).click()
  await dialog.getByRole('button', { name: 'Bekendmaken aan 4 studenten' }).click()
  await expect(desk.getByText('De lokalen zijn bekendgemaakt.')).toBeVisible()
  // Teacher and invigilator see who may stay longer.
  await product.database.kysely
    .updateTable('user')
    .set({ extra_time: true })
    .where('id', 'in', (some) => some.selectFrom('chair').select('user_id').where('testmoment_id', '=', id))
    .execute()

  await goToScreen(desk, `/schoolyear/1/testmoment/${id}/presence`)
  const rows = (page: Page) => page.getByRole('list', { name: 'Presentielijst' }).getByRole('listitem')
  await expect(rowOf(desk, 'Jansen 1')).toContainText('Sporthal Noord, plaats 1')
  await expect(rowOf(desk, 'Jansen 1')).toContainText('Extra tijd')
  await desk.getByLabel('Lokaal').selectOption('B1.02')
  await expect(rows(desk)).toHaveCount(2)
  await expect(desk.getByText('0 van 2 aanwezig · 0 te laat')).toBeVisible()
  await desk.getByLabel('Lokaal').selectOption('Alle lokalen')
  await desk.getByText('Per lokaal').click()
  await expectSound(desk, 'presence per room')

  const tablet = await tabletOf(browser, product)
  const page = await comeIn(tablet, await makeLink(desk, 'Sporthal Noord'))
  await expect(page.getByText('Sporthal Noord', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, 'Jansen 1')).toContainText('plaats 1')
  await expect(rowOf(page, 'Jansen 1')).toContainText('Extra tijd')
  const elsewhere = page.getByRole('button', { name: 'Zoek in andere zalen' })
  const asked = page.waitForRequest('**/invigilation/search')
  await page.getByRole('searchbox').fill('Jansen 3')
  await expect(rows(page)).toHaveCount(0)
  await elsewhere.click()
  await expect(page.getByText('Staat in een andere zaal: B1.02.')).toBeVisible()
  expect((await asked).url()).toMatch(/\/search$/)
  await expectSound(page, 'list of one room')

  await untilKept(page)
  await tablet.setOffline(true)
  await elsewhere.click()
  await expect(page.getByText('Zonder verbinding kun je niet in andere zalen zoeken.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await tick(page, 'Jansen 2', 'Te laat')
  await page.getByRole('button', { name: 'Rest aanwezig (1)' }).click()
  await expect(page.getByText('2 nog niet verstuurd')).toBeVisible()
  await tablet.setOffline(false)
  await expect(page.getByText('Alles is verstuurd')).toBeVisible()
  const perRoom = desk.getByRole('group').filter({ hasText: 'Per lokaal' })
  await expect(perRoom).toContainText('Sporthal Noord2 van 2 aanwezig')
  await expect(perRoom).toContainText('B1.020 van 2 aanwezig')

  // A student moves to the other room while the tablet is open, and then the room goes.
  await colleague.call(async (api) => {
    const { entities } = await api.call(listChairs, { params: { id } })
    const [moving] = entities.filter(({ last_name }) => last_name === 'Jansen 2')
    const other = entities.find(({ last_name }) => last_name === 'Jansen 3')?.room_id ?? 0
    await api.call(moveChairs, { params: { id }, body: { user_ids: [moving?.id ?? 0], room_id: other } })
  })
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(desk, 'Jansen 2')).toContainText('B1.02, plaats 3')
  await expectTicked(rowOf(desk, 'Jansen 2'), 'Te laat')
  await goToScreen(desk, `/schoolyear/1/testmoment/${id}/edit?tab=rooms`)
  await desk.getByRole('checkbox', { name: 'Sporthal Noord', exact: true }).uncheck()
  await desk.getByRole('button', { name: 'Opslaan' }).click()
  await dialog.getByRole('button', { name: 'Lokalen wijzigen' }).click()
  await expect(page.getByText('Dit apparaat is afgemeld')).toBeVisible()
  expect(await keptHere(page)).not.toContain('Jansen')
  await goToScreen(desk, `/schoolyear/1/testmoment/${id}/presence`)
  await desk.getByRole('button', { name: 'Surveillanten' }).click()
  await desk.getByLabel('Link voor').selectOption('Sporthal Noord')
  await expect(dialog.getByText('het lokaal hoort niet meer bij dit toetsmoment')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Surveillantenlink maken' })).toHaveCount(0)
  await expectSound(desk, 'link for a room')
  await Promise.all([room.close(), tablet.close()])
})

test('the day is over: the tablet wipes its list when it is opened, and what was ticked in time is still sent', {
  tag: '@all',
}, async ({ browser, product, situation }) => {
  const student = await situation(['ALG1', 'STAT'])
  const moment = await student.addMoment({ inDays: 0 })
  const full = await student.addMoment({ inDays: 0 })
  await student.addClass(300, full, ['ALG1', 'STAT'])
  await student.enroll(moment, 'ALG1')
  const { schoolyear_id } = await product.database.kysely
    .selectFrom('testmoment')
    .select('schoolyear_id')
    .where('id', '=', moment)
    .executeTakeFirstOrThrow()
  const tablet = await tabletOf(browser, product)
  const desk = await tablet.newPage()
  await openDesk(desk, `/schoolyear/${schoolyear_id}/testmoment/${full}/presence`)
  await test.step('a room of 300 students is ticked in at most 40 taps, and an act is taken back by one', async () => {
    let taps = 0
    const tap = (button: Locator) => {
      taps += 1
      return button.click()
    }
    await expect(desk.getByRole('list', { name: 'Presentielijst' }).getByRole('listitem')).toHaveCount(300)
    await tap(desk.getByRole('button', { name: 'Iedereen aanwezig' }))
    const absent = Array.from({ length: 20 }, (_, at) => `Jansen ${at + 101},`)
    for (const name of absent) await tap(rowOf(desk, name).getByRole('button', { name: 'Afwezig' }))
    await expect(desk.getByText('280 van 300 aanwezig · 0 te laat · 20 afwezig')).toBeVisible()
    expect(taps).toBeLessThanOrEqual(40)
    await desk.getByRole('button', { name: 'Ongedaan maken' }).click()
    await expect(desk.getByText('0 van 300 aanwezig · 0 te laat · 20 afwezig')).toBeVisible()
    await desk.getByRole('button', { name: 'Rest afwezig (280)' }).click()
    await expect(desk.getByText('0 van 300 aanwezig · 0 te laat · 300 afwezig')).toBeVisible()
    await expect(desk.getByText('Alles is verstuurd')).toBeVisible()
  })
  await goToScreen(desk, `/schoolyear/${schoolyear_id}/testmoment/${moment}/presence`)
  const page = await comeIn(tablet, await makeLink(desk))
  // The server's answers get lost.
  await page.route('**/api/v1/invigilation/ticks', (route) => route.abort('connectionreset'))
  await tick(page, 'van den', 'Aanwezig')
  await expect(page.getByText('1 nog niet verstuurd')).toBeVisible()
  await untilTickKept(page, 'present')
  await page.close()

  // Makes it tomorrow: puts the moment, and the tick with it, one day back.
  await student.change(moment, { date: addDays(dayOf(Date.now()), -1) })
  await desk.evaluate(backOneDay)
  const morning = await tablet.newPage()
  await morning.goto('/invigilator')
  await expect(morning.getByText('De toetsdag is voorbij')).toBeVisible()
  await expect(morning.getByText('Alles wat je hebt afgetekend is verstuurd')).toBeVisible()
  expect(await keptHere(morning)).not.toContain('"owner":"link-')
  const counted = await product.database.kysely
    .selectFrom('presence')
    .innerJoin('enrollment', 'enrollment.id', 'presence.enrollment_id')
    .select('status')
    .where('testmoment_id', '=', moment)
    .execute()
  expect(counted).toEqual([{ status: 'present' }])
  await tablet.close()
})
