import { expect, openAs, openModule, test } from './support/test.ts'

test('a toast over a dialog can be read and closed there', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  // The dialog is there before what says things, as when a notification led to it.
  await page.reload()
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  const said = page.getByRole('status').getByText('Je bent ingeschreven voor module WIS1')
  await expect(said).toBeVisible()
  // The page behind the dialog can't be pressed.
  await dialog.getByRole('button', { name: 'Melding sluiten' }).click()
  await expect(said).toBeHidden()
})
