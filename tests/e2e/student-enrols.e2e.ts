import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { expect, labelOf, logIn, moduleCard, openModule, test } from './support/test.ts'

// As most people see it; all other stories spare themselves what moves.
test.use({ reducedMotion: 'no-preference' })

const inTwoWeeks = () => labelOf(addDays(dayOf(Date.now()), 14))

test('a student logs in, enrolls at an open moment, and leaves it again', async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  const moment = await student.addMoment({ max: 2 })

  await logIn(page, student.username)
  await expect(page).toHaveURL(/\/student\/modules$/)
  await expect(page).toHaveTitle('Modules – Wiskunde inschrijven')
  await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')

  const dialog = await openModule(page, 'WIS1')
  await expect(dialog).toContainText(inTwoWeeks())
  await expect(dialog).toContainText('2 inschrijfsloten over')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  await expect(dialog).toContainText('1 inschrijfsloten over')
  expect(await student.enrollments()).toEqual([{ testmoment_id: moment, module_id: student.modules.WIS1 }])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${inTwoWeeks()}`)
  await expect(moduleCard(page, 'STAT')).toContainText('Niet Ingeschreven')

  await openModule(page, 'WIS1')
  await dialog.getByRole('button', { name: /^Uitschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')
  expect(await student.enrollments()).toEqual([])
  expect(product.url).toContain('127.0.0.1')
})

test('the whole flow goes by keyboard, and focus returns to the card', async ({ page, situation }) => {
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

test('a reload keeps the student and the open dialog, going back closes it, and logging out outlives a reload', async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username)
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

  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.reload()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeVisible()
})

test('the first screen counts down to what opens by itself, and offers it once it has', async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment({ open: false, opensAt: new Date(Date.now() + 9_000).toISOString() })
  // The phone's clock is ten minutes ahead: it is the server's that counts.
  await page.clock.install({ time: Date.now() + 600_000 })
  const modulesIn = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('link')
  await logIn(page, student.username)
  await expect(page.getByRole('timer')).toHaveText(/^Opent over 00:0\d$/)
  await expect(modulesIn('Straks te kiezen modules')).toContainText(['WIS1'])
  await expect(modulesIn('Te kiezen modules')).toContainText(['WIS1'], { timeout: 15_000 })
  await expect(page.getByRole('timer')).toBeHidden()
})
