import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { DESK, goToScreen, logInAtDesk } from './support/desk.ts'
import { PASSWORD, type Product, startProduct } from './support/product.ts'
import { test as base, expect } from './support/test.ts'

/** Where a proof of who one is counts for a minute. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ mailbox }, use) => {
      const product = await startProduct({ smtpUrl: mailbox.url, settings: { STEP_UP: '1' } })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
})
test.describe.configure({ mode: 'default' })
test.use(DESK)

const OTHER_PASSWORD = 'gradenboog-liniaal-4'
const asked = (page: Page) => page.getByRole('dialog', { name: 'Bevestig dat jij het bent' })
const prove = async (page: Page, password = PASSWORD) => {
  await asked(page).getByLabel('Wachtwoord', { exact: true }).fill(password)
  await asked(page).getByRole('button', { name: 'Bevestigen' }).click()
}

/** All logins were proved long ago. */
const age = ({ database }: Product) =>
  database.kysely
    .updateTable('session')
    .set({ created_at: new Date(Date.now() - 3_600_000).toISOString(), authenticated_at: null })
    .execute()

test('a teacher whose login is old proves who they are in place, and what they did is done', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['ALG'])
  const moment = await student.addMoment({ inDays: -1 })
  await student.enroll(moment, 'ALG')

  await test.step('results are saved as they are typed; publishing them asks, above the dialog that publishes', async () => {
    await logInAtDesk(page, `/schoolyear/1/testmoment/${moment}/results`)
    await age(product)
    await page
      .getByRole('row', { name: /Berg, Jade/ })
      .getByRole('gridcell')
      .first()
      .click()
    await page.keyboard.type('8')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Alles is opgeslagen')).toBeVisible()
    await page.getByRole('button', { name: 'Publiceren', exact: true }).click()
    await page.route('**/step_up/options', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: '1 uitslag publiceren' }).click()
    await asked(page).getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(asked(page).getByLabel('Wachtwoord', { exact: true })).toBeFocused()
    await prove(page, 'een-ander-wachtwoord')
    await expect(asked(page).getByLabel('Wachtwoord', { exact: true })).toHaveAccessibleDescription(
      'Dit wachtwoord klopt niet.',
    )
    await prove(page)
    await expect(page.getByRole('dialog', { name: 'Gepubliceerd' })).toContainText('1 uitslag')
    await expect(asked(page)).toHaveCount(0)
  })

  await test.step('a file is downloaded after it, and asked for once while that counts', async () => {
    await goToScreen(page, `/schoolyear/1/testmoment/${moment}/results`)
    await age(product)
    const button = page.getByRole('button', { name: 'Exporteren' })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click().then(() => prove(page))])
    expect(download.suggestedFilename()).toMatch(/^uitslagen/)
    await Promise.all([page.waitForEvent('download'), button.click()])
    await expect(asked(page)).toHaveCount(0)
  })

  await test.step('another tab, where something is typed, goes on with the new tokens; the old ones are worth nothing', async () => {
    const other = await page.context().newPage()
    const refused: string[] = []
    for (const tab of [page, other])
      tab.on('response', (response) => response.status() === 401 && refused.push(response.url()))
    await other.goto(`/user/${student.studentId}/edit`)
    await other.getByLabel('Achternaam').fill('Berg-Smit')
    const held = () => page.evaluate(() => Object(JSON.parse(localStorage.getItem('session') ?? '')).token as string)
    const [old] = [await held(), await age(product)]
    await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Exporteren' })
        .click()
        .then(() => prove(page)),
    ])
    await expect.poll(held).not.toBe(old)
    // More than a minute ago, the new ones were given.
    const renewed_at = new Date(Date.now() - 61_000).toISOString()
    await product.database.kysely.updateTable('session').set({ renewed_at }).where('generation', '>', 0).execute()
    const statusOf = (token: string) =>
      fetch(`${product.url}/api/v1/user`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      )
    expect([await statusOf(old), await statusOf(await held())]).toEqual([401, 200])
    await other.getByRole('button', { name: 'Opslaan' }).click()
    await expect(other.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    await other.close()
    expect(refused).toEqual([])
  })

  await test.step('a teacher who cancels keeps all that was typed, and may still prove it', async () => {
    await goToScreen(page, `/user/${student.studentId}/edit`)
    await age(product)
    await page.getByLabel('Voornaam').fill('Jadé')
    await page.getByLabel('Type').selectOption({ label: 'Admin' })
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await asked(page).getByRole('button', { name: 'Annuleren' }).click()
    await expect(page.getByText('Bevestig eerst dat jij het bent.')).toBeVisible()
    await expect(page.getByLabel('Voornaam')).toHaveValue('Jadé')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await prove(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Type wijzigen' }).click()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    const { database } = product
    const kept = database.kysely.selectFrom('user').select(['first_name', 'roles']).where('id', '=', student.studentId)
    expect(await kept.executeTakeFirst()).toEqual({ first_name: 'Jadé', roles: 'ROLE_ADMIN' })
  })
})

test('a teacher changes their own password: here they go on, elsewhere they are out', { tag: '@all' }, async ({
  page,
  browser,
  product,
}) => {
  const elsewhere = await browser.newPage({ ...DESK, baseURL: product.url, serviceWorkers: 'block' })
  await logInAtDesk(elsewhere, '/settings/user')
  await logInAtDesk(page, '/settings#wachtwoord')
  const section = page.getByRole('region', { name: 'Wachtwoord wijzigen' })
  await section.getByLabel('Huidig wachtwoord').fill('een-ander-wachtwoord')
  await section.getByLabel('Nieuw wachtwoord', { exact: true }).fill(OTHER_PASSWORD)
  await section.getByLabel('Herhaal nieuw wachtwoord').fill(OTHER_PASSWORD)
  await section.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(section.getByRole('alert')).toContainText('Je huidige wachtwoord klopt niet.')
  await expect(section.getByLabel('Nieuw wachtwoord', { exact: true })).toHaveValue(OTHER_PASSWORD)
  await section.getByLabel('Huidig wachtwoord').fill(PASSWORD)
  await section.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(page.getByText('Je bent op je andere apparaten uitgelogd')).toBeVisible()
  await expect(section.getByLabel('Huidig wachtwoord')).toHaveValue('')
  await goToScreen(page, '/settings/user')
  await elsewhere.reload()
  await expect(elsewhere.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
  await elsewhere.close()
})
