import { expect, labelOfDay, moduleCard, openAs, openModule, test } from './support/test.ts'

test('a student moves a module to another moment in one tap, and back', async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const first = await student.addMoment({ inDays: 10 })
  const second = await student.addMoment({ inDays: 20 })
  await student.enroll(first, 'WIS1')
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  const cards = dialog.getByRole('listitem')

  await cards
    .last()
    .getByRole('button', { name: /^Verplaats naar dit moment/ })
    .click()
  await expect(page.getByText(new RegExp(`is verplaatst van ${labelOfDay(10)} naar ${labelOfDay(20)}`))).toBeVisible()
  const leave = cards.last().getByRole('button', { name: /^Uitschrijven/ })
  await expect(leave).toBeFocused()
  expect(await student.enrollments()).toEqual([{ testmoment_id: second, module_id: student.modules.WIS1 }])

  await cards
    .first()
    .getByRole('button', { name: /^Verplaats naar dit moment/ })
    .click()
  await expect(cards.first().getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(10)}`)
})

test('a student whose present moment has closed can’t get away, and reads why', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const first = await student.addMoment({ inDays: 10 })
  await student.addMoment({ inDays: 20 })
  await student.enroll(first, 'WIS1')
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  const move = dialog.getByRole('button', { name: /^Verplaats naar dit moment/ })
  await expect(move).toBeEnabled()

  await student.change(first, { enrollments_enabled: false })
  await move.click()
  await expect(page.getByText(/waarvoor je nu bent ingeschreven zijn gesloten/)).toBeVisible()
  await expect(move).toBeDisabled()
  await expect(dialog.getByText('Verplaatsen kan niet: de inschrijvingen daarvoor zijn gesloten.')).toBeVisible()
  expect(await student.enrollments()).toMatchObject([{ testmoment_id: first }])
})
