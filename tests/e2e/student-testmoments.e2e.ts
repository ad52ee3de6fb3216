import type { Locator, Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { keepLook } from './support/look.ts'
import type { Situation } from './support/situation.ts'
import { expect, labelOfDay, openAs, test } from './support/test.ts'

/** Card of the moment that offers the situation's module. */
const momentCard = (page: Page, { mark }: Situation, moduleName: string) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: new RegExp(`${moduleName}-${mark}(?!\\d)`) })

/**
 * What a card says beside its leaf and button, each an item of its own: time and place, status, why there is nothing to choose or
 * until when there is, and the modules with their limit.
 */
const itemsOf = (card: Locator) =>
  card.evaluate((root) =>
    [...root.querySelectorAll('h2 > :last-child, p, dl')]
      .filter((item) => !item.closest('h2 > :first-child'))
      .map((item) => (item as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== ''),
  )

/** More is one press away. */
const MOST_ITEMS = 4

async function openTestmoments(page: Page, username: string) {
  await openAs(page, username, '/student/testmoments')
  await expect(page.getByRole('heading', { level: 1, name: 'Toetsmomenten' })).toBeVisible()
}

test('a student enrolls and leaves in the moment’s dialog, which is in the address and can be shared', {
  tag: '@all',
}, async ({ context, page, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  const moment = await student.addMoment({ max: 2 })
  await openTestmoments(page, student.username)
  await expect(page).toHaveTitle('Toetsmomenten – Wiskunde inschrijven')
  const card = momentCard(page, student, 'WIS1')
  await expect(card.getByRole('heading', { name: labelOfDay(14) })).toBeVisible()
  await expect(card).toContainText('Nu open')
  await expect(card).toContainText('Maximaal 2 modules toegestaan')

  await card.getByRole('link', { name: /^Kiezen/ }).click()
  await expect(page).toHaveURL(new RegExp(`moment=${moment}$`))
  const dialog = page.getByRole('dialog', { name: `Modules voor toetsmoment ${labelOfDay(14)}` })
  const statistics = dialog.getByRole('listitem', { name: /^STAT/ })
  await statistics.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(statistics.getByRole('button', { name: /^Uitschrijven/ })).toBeFocused()
  await expect(statistics).toContainText('Ingeschreven')
  await expect(dialog).toContainText('Je mag bij dit toetsmoment nog 1 module kiezen')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: /^Delen/ }).click()
  await expect(page.getByText('De link is gekopieerd.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await expect(dialog.getByRole('listitem', { name: /^WIS1/ }).getByRole('button')).toHaveText(/^Inschrijven/)
  expect(await student.enrollments()).toHaveLength(1)

  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText(/Ingeschreven voor STAT-/)
  await expect(card.getByRole('link', { name: /^Wijzigen/ })).toBeFocused()

  await page.goto(`/student/testmoments?moment=${moment}`)
  await statistics.getByRole('button', { name: /^Uitschrijven/ }).click()
  await expect(statistics.getByRole('button', { name: /^Inschrijven/ })).toBeFocused()
  await page.getByRole('button', { name: 'Sluiten', exact: true }).click()
  await expect(page).toHaveURL(/\/student\/testmoments$/)
  await expect(card).toContainText('Nu open')
  expect(await student.enrollments()).toEqual([])

  // At a desk it is a dialog too, and the address of a moment that is gone says so.
  await page.setViewportSize({ width: 1600, height: 900 })
  await expect(dialog).toBeHidden()
  await card.getByRole('link', { name: /^Kiezen/ }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/student/testmoments?moment=999999')
  await expect(page.getByText('Dit toetsmoment is er niet (meer), of het is al geweest.')).toBeVisible()
})

test('closed, completed, at the limit, for all modules or for none of one’s own: said on the card and in the dialog', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'KLAAR', 'ALG', 'ANA'])
  const closed = await student.addMoment({ open: false, max: 0, modules: ['WIS1', 'STAT'] })
  await student.enroll(closed, 'WIS1')
  await student.addMoment({ modules: ['KLAAR'] })
  await student.complete('KLAAR')
  const full = await student.addMoment({ inDays: 16, max: 1, modules: ['ALG', 'ANA'] })
  await student.enroll(full, 'ALG')
  const elsewhere = await student.addMoment({ inDays: 20, modules: ['ALG'] })
  const other = await situation(['ELDERS'])
  await other.addMoment({ inDays: 30 })
  const free = await student.addMoment({ inDays: 40 })
  await product.database.kysely.deleteFrom('testmoment_module').where('testmoment_id', '=', free).execute()
  await openTestmoments(page, student.username)
  const card = momentCard(page, student, 'WIS1')
  await expect(card).toContainText(/Ingeschreven voor WIS1-/)
  await expect(card).toContainText('Inschrijvingen voor dit toetsmoment zijn gesloten.')
  await expect(card.getByText('Onbeperkt aantal')).toHaveCount(1)
  await expect(card.getByText('Onbeperkt aantal')).toHaveText('Onbeperkt aantal modules toegestaan')
  await card.getByRole('link', { name: /^Bekijken/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Inschrijvingen voor dit toetsmoment zijn gesloten.')).toHaveCount(1)
  await expect(dialog.getByRole('listitem', { name: /^WIS1/ })).toContainText('Ingeschreven')
  await expect(dialog.getByRole('listitem', { name: /^STAT/ })).not.toContainText('Ingeschreven')
  // What a teacher may still open has its button at its place.
  const later = dialog.getByRole('button', { name: /schrijven/ })
  await expect(later).toHaveText([/^Inschrijven/, /^Uitschrijven/])
  for (const button of await later.all()) await expect(button).toBeDisabled()
  await page.keyboard.press('Escape')

  // All of it completed: that is said in both as well.
  const why = 'Je hebt alle modules die voor dit toetsmoment beschikbaar zijn al afgerond.'
  const completed = momentCard(page, student, 'KLAAR')
  await expect(completed).toContainText(why)
  await completed.getByRole('link', { name: /^Bekijken/ }).click()
  await expect(dialog).toContainText(why)
  await page.keyboard.press('Escape')

  const limited = momentCard(page, student, 'ANA')
  await expect(limited).toContainText('Je hebt voor dit toetsmoment geen sloten meer over.')
  await limited.getByRole('link', { name: /^Wijzigen/ }).click()
  await expect(dialog.getByText('Je hebt voor dit toetsmoment geen sloten meer over.'), 'said once').toHaveCount(1)
  // 743 px when each sheet was as high as it could be.
  expect((await dialog.boundingBox())?.height, 'what two rows need').toBeLessThan(620)
  await expect(dialog.getByRole('listitem', { name: /^ANA/ }).getByRole('button')).toHaveCount(0)
  await expect(
    dialog.getByRole('listitem', { name: /^ALG/ }).getByRole('button', { name: /^Uitschrijven/ }),
  ).toBeVisible()

  // At another moment that is said of what was taken here.
  await page.goto(`/student/testmoments?moment=${elsewhere}`)
  await expect(dialog.getByRole('listitem', { name: /^ALG/ })).toContainText(
    'Je bent al op een ander moment ingeschreven voor module ALG-',
  )

  await page.goto('/student/testmoments')
  await expect(momentCard(page, other, 'ELDERS')).toContainText(
    'Voor dit toetsmoment is geen module van jouw studierichting beschikbaar.',
  )
  const forAll = page.getByRole('article').filter({ hasText: labelOfDay(40) })
  await expect(forAll).toContainText('Alle modules')

  // With all that can be said of a moment, for each reason, on a phone.
  const known = { location: 'Gebouw A, collegezaal 1.14', starts_at: '13:00', ends_at: '15:00' }
  for (const id of [closed, full, elsewhere, free]) await student.change(id, known)
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const opening = await student.addMoment({ inDays: 50, open: false, opensAt: soon, max: 3, seats: 40 })
  await student.change(opening, known)
  await student.enroll(opening, 'STAT')
  const closing = await student.addMoment({ inDays: 55, max: 3, seats: 40 })
  await student.change(closing, known)
  await product.database.kysely
    .updateTable('testmoment')
    .set({ enrollments_close_at: soon })
    .where('id', '=', closing)
    .execute()
  const line = await student.addMoment({ inDays: 60, seats: 1, modules: ['ANA', 'STAT'] })
  await student.addClass(1, line, ['ANA'])
  await student.wait(line, 'ANA')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/student/testmoments')
  const fold = page.locator('summary')
  await expect(fold).toBeVisible()
  if ((await page.locator('details').getAttribute('open')) === null) await fold.click()
  await expect(page.getByRole('article')).toHaveCount(9)
  for (const each of await page.getByRole('article').all()) {
    const items = await itemsOf(each)
    expect(items.length, items.join('\n')).toBeLessThanOrEqual(MOST_ITEMS)
  }
  const until = page.getByRole('article').filter({ hasText: labelOfDay(55) })
  await expect(until).toContainText(/Sluit .* om \d\d:\d\d\s· Nog 40 plaatsen/)
})

test('a moment that opens by itself counts down, and can be changed without a reload once it has', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const opensAt = new Date(Date.now() + 8_000).toISOString()
  await student.addMoment({ open: false, opensAt })
  // The phone's clock is ten minutes behind: it is the server's that counts.
  await page.clock.install({ time: Date.now() - 600_000 })
  await openTestmoments(page, student.username)
  const card = momentCard(page, student, 'WIS1')
  await expect(card.getByRole('timer')).toHaveText(/^Opent over \d sec$/)
  await expect(card.getByRole('link')).toHaveText(/^Bekijken/)
  await expect(card).toContainText('Nu open', { timeout: underLoad(15_000) })
})

test('without any module in the department, any moment, or any active school year, the screen says so', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const { kysely } = product.database
  const student = await situation([])
  await (await situation(['ELDERS'])).addMoment()
  await openTestmoments(page, student.username)
  await expect(page.getByRole('main')).toContainText('Jouw studierichting heeft nog geen modules.')
  await page.goto('/student/completed-modules')
  await expect(page.getByRole('main')).toContainText('Jouw studierichting heeft nog geen modules.')

  await kysely.deleteFrom('testmoment').execute()
  await student.addModule('WIS1')
  await page.goto('/student/testmoments')
  await expect(page.getByRole('main')).toContainText('Er zijn nu geen toetsmomenten')
  await keepLook(page, 'no moments')

  const year = await kysely.selectFrom('schoolyear').select('id').where('active', '=', true).executeTakeFirstOrThrow()
  const setActive = (active: boolean) =>
    kysely.updateTable('schoolyear').set({ active }).where('id', '=', year.id).execute()
  await setActive(false)
  try {
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Er is nog geen schooljaar actief')
    await keepLook(page, 'no year')
  } finally {
    await setActive(true)
  }
})

test('a server that fails is named and asked again; of one that is slow there is the shape, and after a while words', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await page.route('**/api/v1/**/testmoments', (route) =>
    route.fulfill({ status: 500, json: { reason: 'internal-error' } }),
  )
  await openAs(page, student.username, '/student/testmoments')
  await expect(page.getByRole('alert')).toContainText('Ophalen van toetsmomenten mislukt')
  await page.unroute('**/api/v1/**/testmoments')
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(momentCard(page, student, 'WIS1')).toBeVisible()

  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/**/testmoments', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('De toetsmomenten worden geladen…')).toBeAttached()
  await expect(page.getByText('Dit duurt langer dan anders.')).toBeVisible()
  answer()
  await expect(momentCard(page, student, 'WIS1')).toBeVisible()
})
