import { underLoad } from '#tests/support/under-load.ts'
import { expect, moduleCard, openAs, openModule, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test('the server goes while nobody touches the screen: within ten seconds it says so, and goes on by itself after its return', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  const following = page.waitForResponse(/\/live$/)
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  const enroll = dialog.getByRole('button', { name: /^Inschrijven/ })
  await expect(enroll).toBeEnabled()
  await following

  await product.stop()
  await expect(enroll).toBeDisabled({ timeout: underLoad(10_000) })
  await expect(enroll).toHaveAccessibleDescription('Wacht op verbinding')
  await expect(dialog.getByText(/^Geen verbinding met de server — bijgewerkt om/)).toBeVisible()

  await product.start()
  await expect(enroll).toBeEnabled({ timeout: underLoad(15_000) })
  await expect(dialog.getByText(/^Geen verbinding/)).toBeHidden()
  await enroll.click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  expect(await student.enrollments()).toHaveLength(1)
})

test('a session survives a start while the server is away, and goes on by itself when it returns', {
  tag: '@all',
}, async ({ page, context, product, situation }) => {
  const student = await situation(['WIS1'])
  await openAs(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await context.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toHaveCount(0)
  await context.unroute('**/api/v1/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(moduleCard(page, 'WIS1')).toBeVisible({ timeout: underLoad(15_000) })
  expect(product.url).toBeTruthy()
})
