import { openMenu, openMessages } from './support/menu.ts'
import { expect, logIn, moduleCard, openAs, openModule, test } from './support/test.ts'

test('what a toast said can be read again, and by nobody else', async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await openAs(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await openMessages(page)
  const list = page.getByRole('dialog', { name: 'Meldingen' })
  await expect(list).toContainText('Er zijn nog geen meldingen')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()

  const dialog = await openModule(page, 'WIS1')
  // The dialog is there before what says things, as when a notification led to it.
  await page.reload()
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  const said = page.getByRole('status').getByText('Je bent ingeschreven voor module WIS1')
  await expect(said).toBeVisible()
  // What lies behind the dialog can't be pressed.
  await dialog.getByRole('button', { name: 'Melding sluiten' }).click()
  await expect(said).toBeHidden()
  await page.keyboard.press('Escape')
  await openMessages(page)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('listitem')).toContainText('Gelukt: Je bent ingeschreven voor module WIS1')
  await page.keyboard.press('Escape')

  await openMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  const next = await situation(['STAT'])
  await logIn(page, next.username)
  await expect(moduleCard(page, 'STAT')).toBeVisible()
  await openMessages(page)
  await expect(list).toContainText('Er zijn nog geen meldingen')
})
