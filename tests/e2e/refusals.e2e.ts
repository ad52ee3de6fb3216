import { expect, moduleCard, openAs, openModule, test } from './support/test.ts'

test('closed, before or while the dialog is open, and at the limit: the dialog says so, and the server refuses in words', async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT', 'LEEG', 'ALG', 'ANA', 'GON'])
  const closed = await student.addMoment({ open: false, modules: ['WIS1', 'STAT'] })
  await student.enroll(closed, 'WIS1')
  const limited = await student.addMoment({ inDays: 16, max: 1, modules: ['ALG', 'ANA'] })
  await student.enroll(limited, 'ALG')
  const closing = await student.addMoment({ inDays: 18, modules: ['GON'] })
  await openAs(page, student.username)

  const enrolled = await openModule(page, 'WIS1')
  await expect(enrolled).toContainText(
    '✔ Je bent ingeschreven voor dit toetsmoment. De inschrijvingen zijn nu gesloten.',
  )
  await expect(enrolled.getByRole('button', { name: /^Uitschrijven/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  const other = await openModule(page, 'STAT')
  await expect(other.getByText('Nu gesloten', { exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: /schrijven/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  const empty = await openModule(page, 'LEEG')
  await expect(empty).toContainText('Er zijn geen toetsmomenten beschikbaar voor deze module')
  // One sentence in a sheet that fits it: 193 px, and 743 when each sheet was as high as it could be.
  expect((await empty.boundingBox())?.height).toBeLessThan(260)
  await page.keyboard.press('Escape')

  const full = await openModule(page, 'ANA')
  await expect(full).toContainText('Je hebt voor dit toetsmoment geen sloten meer over.')
  await expect(full.getByRole('button', { name: /^Inschrijven/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const taken = await openModule(page, 'ALG')
  await taken.getByRole('button', { name: /^Uitschrijven/ }).click()
  await expect(taken.getByRole('button', { name: /^Inschrijven/ })).toBeVisible()
  await page.keyboard.press('Escape')

  const roomy = await openModule(page, 'ANA')
  await expect(roomy.getByRole('button', { name: /^Inschrijven/ })).toBeEnabled()
  await page.keyboard.press('Escape')

  const open = await openModule(page, 'GON')
  await expect(open.getByRole('button', { name: /^Inschrijven/ })).toBeEnabled()
  const busy = { status: 429, headers: { 'retry-after': '12' }, json: { reason: 'too-many-requests' } }
  await page.route('**/api/v1/enrollment', (route) => route.fulfill(busy), { times: 1 })
  await open.getByRole('button', { name: /^Inschrijven/ }).click()
  const why = open.getByText('Er is iets misgegaan bij het inschrijven. Probeer het over 12 seconden opnieuw.')
  await expect(why).toHaveCount(2)
  await open.getByRole('button', { name: 'Melding sluiten' }).click()
  await expect(why, 'beside the button it stays').toBeVisible()
  // no list may show it before the press
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/v1/**', async (route, request) => {
    if (request.method() === 'GET') await pressed.promise
    await route.continue()
  })
  await student.change(closing, { enrollments_enabled: false })
  await open.getByRole('button', { name: /^Inschrijven/ }).click()
  pressed.resolve()
  await expect(page.getByText('De inschrijvingen voor dit toetsmoment zijn gesloten')).toBeVisible()
  await expect(open.getByText('Nu gesloten', { exact: true })).toBeVisible()
  await expect(why).toBeHidden()
  expect(await student.enrollments()).not.toContainEqual(expect.objectContaining({ testmoment_id: closing }))
})

test('left, or enrolled elsewhere, on another device meanwhile: the message is shown, the list is new and the dialog closed', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  const first = await student.addMoment({ inDays: 10 })
  await student.addMoment({ inDays: 20 })
  const enrollment = await student.enroll(first, 'WIS1')
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
  await product.database.kysely.deleteFrom('enrollment').where('id', '=', enrollment).execute()
  await dialog.getByRole('button', { name: /^Uitschrijven/ }).click()
  await expect(page.getByText('De inschrijving is niet gevonden.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')

  await openModule(page, 'WIS1')
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toHaveCount(2)
  await student.enroll(first, 'WIS1')
  await dialog
    .getByRole('button', { name: /^Inschrijven/ })
    .last()
    .click()
  await expect(page.getByText('Je bent al op een ander moment ingeschreven voor deze module.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(moduleCard(page, 'WIS1')).toContainText('Ingeschreven voor')

  await openModule(page, 'WIS1')
  await expect(dialog).toContainText('Je bent al op een ander moment ingeschreven voor module WIS1')
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: /^Verplaats naar dit moment/ })).toHaveCount(1)
})

test('two devices race for the student’s last slot: one gets it, the other reads why not', { tag: '@all' }, async ({
  browser,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  await student.addMoment({ max: 1 })
  const devices = await Promise.all(
    (['WIS1', 'STAT'] as const).map(async (name) => {
      const context = await browser.newContext({ baseURL: product.url })
      const page = await context.newPage()
      await openAs(page, student.username)
      const dialog = await openModule(page, name)
      const enroll = dialog.getByRole('button', { name: /^Inschrijven/ })
      await expect(enroll).toBeEnabled()
      return { context, page, dialog, enroll }
    }),
  )
  await Promise.all(devices.map(({ enroll }) => enroll.click()))
  const outcomes = await Promise.all(
    devices.map(async ({ dialog }) => {
      const made = dialog.getByRole('button', { name: /^Uitschrijven/ })
      const full = dialog.getByText('Je hebt voor dit toetsmoment geen sloten meer over.')
      await expect(made.or(full).first()).toBeVisible()
      return (await made.count()) === 1
    }),
  )
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await student.enrollments()).toHaveLength(1)
  await Promise.all(devices.map(({ context }) => context.close()))
})
