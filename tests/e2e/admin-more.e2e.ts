import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { DESK, goToScreen, openDesk, row } from './support/desk.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, labelOfDay, test } from './support/test.ts'

test.use(DESK)

test('more test moments come below those that are there; one made beyond them is loaded up to, stands out and stays in view', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const first = await student.addMoment({ inDays: 60 })
  for (let inDays = 61; inDays < 81; inDays += 1) await student.addMoment({ inDays })
  await openDesk(page, '/admin/testmoments')
  const moments = row(page, `WIS1-${student.mark}`)
  await expect(moments).toHaveCount(20)
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Moment/,
    'Modules',
    'Inschrijvingen Actief',
    /^Studenten/,
    'Wijzigen',
  ])
  const sorting = page.getByRole('columnheader').getByRole('button')
  await expect(sorting).toHaveText([/^Moment/, /^Studenten/])
  await page.getByRole('button', { name: 'Meer Toetsmomenten laden' }).press('Enter')
  await expect(moments).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'Meer Toetsmomenten laden' })).toHaveCount(0)
  await expect(moments.last()).toBeFocused()

  // back from a moment the list is as it was left, and so is the focus
  const last = moments.last().getByRole('link', { name: /wijzigen$/ })
  await last.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Toetsmoment van/ })).toBeVisible()
  await page.getByRole('link', { name: 'Toetsmoment Beheer' }).click()
  await expect(moments).toHaveCount(21)
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()

  // sorted by the server, also what was not loaded
  const days = page.getByRole('columnheader').first()
  await sorting.first().press('Enter')
  await expect(days).toHaveAttribute('aria-sort', 'ascending')
  await sorting.first().press('Enter')
  await expect(days).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText(`WIS1-${student.mark}`)
  await expect(moments).toHaveCount(20)

  // beyond the first page
  await goToScreen(page, '/admin/testmoments')
  await expect(moments).toHaveCount(20)
  await page.getByRole('button', { name: 'Toetsmoment toevoegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nieuw Toetsmoment' })
  await typeDate(dialog, addDays(dayOf(Date.now()), 800))
  await dialog.getByRole('button', { name: 'Toetsmoment Aanmaken' }).click()

  // the screen is reloaded as well, and is slower
  const inView = Promise.withResolvers<void>()
  await page.route(/\/testmoments\/20\?when=ahead$/, async (route) => {
    await inView.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Toch aanmaken' }).click()
  const made = row(page, labelOfDay(800))
  await expect(made).toHaveAttribute('data-new', 'true')
  await expect(made).toBeInViewport()
  await student.enroll(first, 'WIS1')
  inView.resolve()
  await expect(moments.first().getByRole('cell').nth(3)).toHaveText('1')
  await expect(moments).toHaveCount(21)
  await expect(made).toBeInViewport()
})

test('more school years come below those that are there', { tag: '@all' }, async ({ page, product: { database } }) => {
  const created_at = new Date().toISOString()
  const years = Array.from({ length: 11 }, (_, at) => ({ name: `${1900 + at}-${1901 + at}`, created_at }))
  await database.kysely.insertInto('schoolyear').values(years).execute()
  await openDesk(page, '/admin/schoolyears')
  await expect(row(page, /\d/)).toHaveCount(10)
  await expect(row(page, '1900-1901')).toHaveCount(0)
  const more = page.getByRole('button', { name: 'Meer schooljaren laden' })
  while (await more.isVisible()) {
    const before = await row(page, /\d/).count()
    await more.click()
    await expect.poll(() => row(page, /\d/).count()).toBeGreaterThan(before)
  }
  await expect(row(page, '1900-1901')).toBeVisible()
  await database.kysely.deleteFrom('schoolyear').where('name', 'like', '19%').execute()
})
