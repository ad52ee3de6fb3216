import { expect, logIn, moduleCard, openModule, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test('the server goes in the middle: nothing is shown as done, and after its return the student goes on', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toBeEnabled()

  await product.stop()
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(page.getByText(/verbinding|bereikbaar/i).first()).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toHaveCount(0)

  await product.start()
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Opnieuw proberen' })
    if (await again.first().isVisible()) await again.first().click()
    await expect(dialog.getByRole('button', { name: /^(Inschrijven|Uitschrijven)/ })).toBeEnabled({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  if ((await student.enrollments()).length === 0) await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  expect(await student.enrollments()).toHaveLength(1)
})

test('a session survives a start while the server is away, and goes on by itself when it returns', async ({
  page,
  context,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await context.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toHaveCount(0)
  await context.unroute('**/api/v1/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(moduleCard(page, 'WIS1')).toBeVisible({ timeout: 15_000 })
  expect(product.url).toBeTruthy()
})
