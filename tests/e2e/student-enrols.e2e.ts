import type { Page } from '@playwright/test'
import { deleteTestmoment } from '#contract/testmoments.gen.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, labelOf, logIn, moduleCard, openAs, openModule, test } from './support/test.ts'
import { asPressed, noteShifts, shiftsOf, slowDown } from './support/vitals.ts'

// This story has motion, as most people see the app; all other stories run without.
test.use({ reducedMotion: 'no-preference' })

/** Part of the first screen: `next` is the next test, `open` what the student can choose, `news` what is new. */
const area = (page: Page, name: 'next' | 'open' | 'news') => page.locator(`[data-area="${name}"]`)
const momentDialog = (page: Page) => page.getByRole('dialog', { name: /^Modules voor toetsmoment/ })

/** Runs in the page: says of which moment a tile was moved last, however short that was. */
function noteFlights(): void {
  const { animate } = Element.prototype
  Element.prototype.animate = function (...options) {
    const moment = this.getAttribute('data-moment')
    if (moment) document.documentElement.dataset.flown = moment
    return animate.apply(this, options)
  }
}

/** Texts of the cards' heads that lie within the box. */
const headsUnder = (page: Page, box: { y: number; height: number } | null) =>
  page
    .getByRole('main')
    .locator('h2, h3, [data-moment]')
    .evaluateAll(
      (heads, { top, bottom }) =>
        heads
          .filter((head) => {
            const { y, height } = head.getBoundingClientRect()
            return y < bottom && y + height > top
          })
          .map(({ textContent }) => textContent),
      { top: box?.y ?? Number.NaN, bottom: (box?.y ?? 0) + (box?.height ?? 0) },
    )

const inTwoWeeks = () => labelOf(addDays(dayOf(Date.now()), 14))

test('a student logs in, enrolls at an open moment, and leaves it again; on a slow phone nothing moves by itself', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const moment = await student.addMoment({ max: 2 })
  await noteShifts(page)
  await slowDown(page, 4)
  // Answers to writes come a second late. A layout shift that an answer causes then counts, instead of passing as an
  // effect of the press.
  await page.route(/\/enrollments?\b/, async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })

  await page.addInitScript(noteFlights)
  await logIn(page, student.username)
  await expect(page).toHaveURL(/\/student\/modules$/)
  await expect(page).toHaveTitle('Modules – Wiskunde inschrijven')
  await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')

  const dialog = await openModule(page, 'WIS1')
  await expect(dialog).toContainText(inTwoWeeks())
  await expect(dialog).toContainText('2 inschrijfsloten over')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  // A toast that is pointed at stays, and one with focus: else it would be gone before a slow machine has looked at it.
  const said = page.getByRole('region', { name: 'Meldingen' })
  await said.getByText(/^Je bent ingeschreven/).hover()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  await expect(dialog).toContainText('1 inschrijfsloten over')
  expect(await student.enrollments()).toEqual([{ testmoment_id: moment, module_id: student.modules.WIS1 }])

  await asPressed(page, async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await said.getByRole('button', { name: 'Melding sluiten' }).focus()
    await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${inTwoWeeks()}`)
  })
  await expect(moduleCard(page, 'STAT')).toContainText('Niet Ingeschreven')

  // Its tile flew from where it could be chosen.
  await expect(page.locator('html')).toHaveAttribute('data-flown', String(moment))
  // The toast lies on no card's head, and goes on request: of two the list would shrink, which counts as moving.
  const toast = await said.getByText(/^Je bent ingeschreven/).boundingBox()
  expect(await headsUnder(page, toast)).toEqual([])
  await said.getByRole('button', { name: 'Melding sluiten' }).click()
  // It is where the student goes next, and is left by the dialog of its moment.
  await expect(area(page, 'next')).toContainText(/over 14 dagen.*WIS1.*Ingeschreven/)
  await area(page, 'next')
    .getByRole('link', { name: /^Wijzigen/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`moment=${moment}$`))
  await momentDialog(page)
    .getByRole('button', { name: /^Uitschrijven voor WIS1/ })
    .click()
  await expect(momentDialog(page).getByRole('button', { name: /^Inschrijven voor WIS1/ })).toBeVisible()
  await asPressed(page, async () => {
    await page.keyboard.press('Escape')
    await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')
    await expect(area(page, 'next')).toContainText('Je bent nu nergens voor ingeschreven.')
  })
  expect(await student.enrollments()).toEqual([])
  expect(product.url).toContain('127.0.0.1')

  // From the login page on, and from the frame that is shown before the app when it is opened again.
  const sinceLogin = await shiftsOf(page)
  await page.reload()
  await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')
  for (const { sum, of } of [sinceLogin, await shiftsOf(page)]) expect(sum, of.join()).toBeLessThanOrEqual(0.01)
})

test('the whole flow goes by keyboard, and focus returns to the card', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').focus()
  await page.keyboard.type(student.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type('krijtbord-passer-9')
  await page.keyboard.press('Enter')

  const opener = moduleCard(page, 'WIS1').getByRole('link').or(moduleCard(page, 'WIS1').getByRole('button')).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const enroll = page.getByRole('dialog').getByRole('button', { name: /^Inschrijven/ })
  await expect(enroll).toBeVisible()
  for (let step = 0; step < 6 && !(await enroll.evaluate((node) => node === document.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await expect(enroll).toBeFocused()
  await page.keyboard.press('Enter')
  const leave = page.getByRole('dialog').getByRole('button', { name: /^Uitschrijven/ })
  await expect(leave).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('what can be chosen now is chosen from its own row, whatever comes of it stands first, and a phone sees what is new', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  const moment = await student.addMoment()
  await student.change(moment, { location: 'Gymzaal '.repeat(9).trim(), starts_at: '09:00', ends_at: '11:30' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, student.username)
  const row = area(page, 'open').getByRole('link')
  await expect(row).toHaveAccessibleName(/^[a-z]{2} \d+ [a-z]{3}.* STAT\S*, WIS1\S*$/)
  await row.click()
  await momentDialog(page)
    .getByRole('button', { name: /^Inschrijven voor STAT/ })
    .click()
  await expect(momentDialog(page).getByRole('button', { name: /^Uitschrijven voor STAT/ })).toBeVisible()
  await page.reload()
  await expect(momentDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/modules$/)

  await expect(area(page, 'next')).toContainText('STAT')
  await expect(row).toHaveCount(1)
  // However much is said of a test, what is new and the first that can be chosen stand above the bar.
  const bar = await page.getByRole('navigation', { name: 'Menu' }).boundingBox()
  for (const seen of [area(page, 'news'), area(page, 'open').getByRole('listitem').first()]) {
    const box = await seen.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  expect(await student.enrollments()).toEqual([{ testmoment_id: moment, module_id: student.modules.STAT }])

  // Having chosen all that there is to choose is celebrated once.
  await row.click()
  await momentDialog(page)
    .getByRole('button', { name: /^Inschrijven voor WIS1/ })
    .click()
  await page.keyboard.press('Escape')
  await expect(area(page, 'open')).toContainText('Niets meer: je bent voor al je modules ingeschreven.')
  await expect(area(page, 'open').locator('img')).toHaveAttribute('src', /celebrate/)
  await page.reload()
  await expect(area(page, 'open').locator('img')).toHaveAttribute('src', /done/)
})

test('a seat is offered before a place in line, and many moments are looked through where they can be searched', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'ALG1', 'ALG2', 'ANA', 'EXP1', 'LOGI', 'MEET'])
  const full = await student.addMoment({ inDays: 5, seats: 1 })
  await (await student.addClassmate()).enroll(full, 'WIS1')
  await student.addMoment({ inDays: 6, seats: 20 })
  await openAs(page, student.username)
  const rows = page.getByRole('list', { name: 'Nu te kiezen', exact: true }).getByRole('listitem')
  // Rows stand in the order of what was known when the screen came: here, that one is full.
  await expect(rows.filter({ hasText: 'Vol' })).toBeVisible()
  await page.getByRole('link', { name: 'Toetsmomenten', exact: true }).click()
  await page.getByRole('link', { name: 'Modules', exact: true }).click()
  await expect(rows).toContainText(['Nog 20 plaatsen', 'Vol'])
  await expect(rows.last()).toContainText('Je kunt op de wachtlijst. Er wacht nog niemand.')

  for (let inDays = 7; inDays < 15; inDays++) await student.addMoment({ inDays })
  await page.reload()
  await expect(rows.filter({ visible: true })).toHaveCount(2)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(rows.filter({ visible: true })).toHaveCount(8)
  await area(page, 'open').getByRole('link', { name: 'Alle 10 momenten' }).click()
  await expect(page).toHaveURL(/\/student\/testmoments$/)

  // Eight modules, of which five are taken at three moments: nothing is said a third time.
  for (const [inDays, modules] of [
    [20, ['WIS1', 'STAT']],
    [30, ['ALG1', 'ALG2']],
    [40, ['ANA']],
  ] as const) {
    const moment = await student.addMoment({ inDays })
    await student.change(moment, { location: 'Gebouw A, collegezaal 1.14', starts_at: '13:00', ends_at: '15:00' })
    for (const name of modules) await student.enroll(moment, name)
  }
  // Names as short as a school's are; of what is taken the description is longer than a line.
  for (const [name, id] of Object.entries(student.modules)) {
    const isTaken = ['WIS1', 'STAT', 'ALG1', 'ALG2', 'ANA'].includes(name)
    const description = isTaken ? 'Beschrijvende statistiek: tabellen, grafieken en spreiding' : `Module ${name}`
    await product.database.kysely
      .updateTable('module')
      .set({ name: `${name}Q`, description })
      .where('id', '=', id)
      .execute()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/student/modules')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(8)
  const taken = page.getByRole('main').getByText(/^STATQ/)
  await expect(taken, 'the next test, and its own card').toHaveCount(2)
  for (const card of await cards.all())
    expect((await card.boundingBox())?.height, await card.innerText()).toBeLessThanOrEqual(TWO_LINES_PX)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MODULES_PX)
})

/** Height of a module's card with its name and description on one line and its badge below, and of the screen with eight. */
const TWO_LINES_PX = 60
const MODULES_PX = 1_200

test('a reload keeps the student and the open dialog, going back closes it, and logging out outlives a reload', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  const later = await student.addMoment({ inDays: 30 })
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await page.reload()
  await expect(dialog).toContainText(inTwoWeeks())
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/student\/modules$/)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()

  // If a teacher deletes the moment that a student looks at, the dialog closes with an explanation.
  await page.goto(`/student/modules?moment=${later}`)
  await expect(momentDialog(page).getByRole('button', { name: /^Inschrijven/ })).toBeEnabled()
  const teacher = await startTeacher(product)
  const { schoolyear_id } = await product.database.kysely
    .selectFrom('testmoment')
    .select('schoolyear_id')
    .where('id', '=', later)
    .executeTakeFirstOrThrow()
  await teacher.call((api) =>
    api.call(deleteTestmoment, { params: { schoolyear_id, id: later }, query: {}, body: null }).then(() => {}),
  )
  await expect(page.getByRole('status').getByText('Dit toetsmoment is er niet (meer)')).toBeVisible()
  await expect(momentDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/student\/modules$/)

  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.reload()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeVisible()
})

test('the first screen counts down to what opens by itself, and offers it in its place once it has: nothing moves', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment({ open: false, opensAt: new Date(Date.now() + 9_000).toISOString() })
  // The phone's clock is ten minutes ahead: it is the server's that counts.
  await page.clock.install({ time: Date.now() + 600_000 })
  const modulesIn = (name: string | RegExp) => page.getByRole('list', { name, exact: true }).getByRole('link')
  await openAs(page, student.username)
  await expect(page.getByRole('timer')).toHaveText(/^Opent over \d sec$/)
  await expect(modulesIn('Gaat straks open')).toContainText(['WIS1'])
  const below = page.getByRole('heading', { name: 'Jouw modules' })
  // The heading of the skeleton is gone once the cards stand.
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  const places = () => Promise.all([modulesIn(/straks open/), below].map((each) => each.boundingBox()))
  const before = await places()
  await expect(modulesIn('Nu en straks open')).toContainText(['WIS1'], { timeout: underLoad(15_000) })
  await expect(page.getByRole('list', { name: 'Nu en straks open' })).toContainText('Nu open')
  await expect(page.getByRole('timer')).toBeHidden()
  expect(await places()).toEqual(before)
  // The list is sorted again after the student's own change.
  await modulesIn('Nu en straks open').click()
  await page.getByRole('button', { name: 'Sluiten', exact: true }).click()
  await expect(modulesIn('Nu te kiezen')).toContainText(['WIS1'])
})
