import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { currentCode, pressActivate, shownSecret } from './support/account.ts'
import { openMenu } from './support/menu.ts'
import { startProduct } from './support/product.ts'
import { test as base, expect, logIn } from './support/test.ts'

/** Where teachers need more than a password. */
const test = base.extend({
  product: [
    async ({ mailbox }, use) => {
      const settings = { REQUIRE_SECOND_FACTOR: 'administrators' }
      const product = await startProduct({ smtpUrl: mailbox.url, settings })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
})

test('a teacher makes a second step by the link of a letter, and logs in by a code and by a recovery code from then on', {
  tag: '@all',
}, async ({ page, mailbox, product, situation }) => {
  const { studentId, username } = await situation(['WIS1'])
  await product.database.kysely.updateTable('user').set({ roles: 'ROLE_ADMIN' }).where('id', '=', studentId).execute()
  await logIn(page, username)
  await expect(page.getByRole('alert')).toContainText('Je hebt een e-mail gekregen')
  const { link } = await mailbox.take(username)
  const began: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/second_factor/begin')) began.push(request.url())
  })
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Tweede stap instellen' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(began).toEqual([])
  await pressActivate(page)
  await page.getByRole('radio', { name: 'Een authenticator-app' }).check()
  await expect(page.getByRole('img', { name: 'QR-code voor je authenticator-app' })).toBeVisible()
  const secret = await shownSecret(page)
  const code = await currentCode(secret)
  await page.getByLabel('Code uit de app').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  const codes = page.getByRole('list', { name: 'Herstelcodes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await page.getByRole('checkbox', { name: 'Ik heb de codes bewaard' }).check()
  await page.getByRole('button', { name: 'Verder naar de app' }).click()
  await expect(page).toHaveURL(/\/admin\/overview$/)

  await test.step('the link works once', async () => {
    await page.goto(link)
    await pressActivate(page)
    await expect(page.getByRole('alert')).toContainText('Deze link is verlopen of al gebruikt.')
    await page.goto('/')
  })
  await test.step('a wrong code can be tried again, a right one logs in', async () => {
    await logOut(page)
    await logIn(page, username)
    const field = page.getByLabel('Code uit je authenticator-app')
    await expect(field).toBeFocused()
    await field.fill('000 000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Deze code klopt niet.')
    // Half a minute passes: the code that the app showed then was another.
    await product.database.kysely.updateTable('totp').set({ last_step: 0 }).where('user_id', '=', studentId).execute()
    await field.fill(await currentCode(secret))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/overview$/)
  })
  await test.step('a recovery code does as well', async () => {
    await logOut(page)
    await logIn(page, username)
    await page.getByRole('button', { name: 'Gebruik een herstelcode' }).click()
    await page.getByLabel('Herstelcode').fill(recovery)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/overview$/)
  })
})

async function logOut(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeVisible()
}
