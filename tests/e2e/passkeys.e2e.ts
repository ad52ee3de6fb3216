import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { currentCode, shownSecret } from './support/account.ts'
import { DESK, logInAtDesk } from './support/desk.ts'
import { startProduct } from './support/product.ts'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
import { test as base, expect, logIn, type WorkerFixtures } from './support/test.ts'

/** Passkeys are of a host with a name: browsers make none for an address of figures. */
const test = base.extend<object, Pick<WorkerFixtures, 'product'>>({
  product: [
    async ({ mailbox }, use) => {
      const product = await startProduct({ smtpUrl: mailbox.url, host: 'localhost' })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
})
test.describe.configure({ mode: 'default' })

test.use(EASY_TO_READ)

const PATH = '/settings/user#inloggen'
const DEVICES = '/settings/user#apparaten'
const ways = (page: Page) => page.getByRole('region', { name: 'Inloggen', exact: true })
const part = (page: Page, name: string) => ways(page).getByRole('group', { name })
const passkeys = (page: Page) => ways(page).getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
const sessions = (page: Page) => page.getByRole('region', { name: 'Waar je bent ingelogd' }).getByRole('listitem')

const logOut = async (page: Page) => {
  await page.goto(DEVICES)
  await page.getByRole('button', { name: 'Uitloggen op dit apparaat' }).click()
}

/** A phone whose owner puts a finger on it as soon as it is asked for. */
async function holdPhone(page: Page) {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** its owner says no from now on, or yes again */
    refuse: (refuses: boolean) =>
      device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refuses }),
  }
}

/** A password manager as 1Password and Proton Pass: what it answers with has no methods that work. */
const holdPasswordManager = (page: Page) =>
  page.addInitScript(() => {
    const illegal = () => {
      throw new TypeError('Illegal invocation')
    }
    Object.assign(PublicKeyCredential.prototype, { toJSON: illegal })
    Object.assign(AuthenticatorAttestationResponse.prototype, { getTransports: illegal, getPublicKey: illegal })
  })

test('a person adds a passkey, calls it otherwise, logs in by it alone, and removes it', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const phone = await holdPhone(page)
  await holdPasswordManager(page)
  await logIn(page, student.username, { path: PATH })

  await test.step('adds it, the second time they are asked', async () => {
    await ways(page).getByRole('button', { name: 'Passkey toevoegen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Passkey toevoegen' })
    await expect(dialog.getByLabel('Naam van de passkey')).toHaveValue(/^Chrome op /)
    await dialog.getByLabel('Naam van de passkey').fill('Mijn telefoon')
    await phone.refuse(true)
    await dialog.getByRole('button', { name: 'Passkey maken' }).click()
    await expect(dialog.getByText('Er is geen passkey gebruikt.')).toBeVisible()
    await phone.refuse(false)
    await dialog.getByRole('button', { name: 'Passkey maken' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(passkeys(page)).toHaveText(/^Mijn telefoon/)
  })
  await test.step('the device has one already', async () => {
    await ways(page).getByRole('button', { name: 'Passkey toevoegen' }).click()
    await page.getByRole('button', { name: 'Passkey maken' }).click()
    await expect(page.getByText('Op dit apparaat staat al een passkey voor dit account.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('calls it otherwise', async () => {
    await ways(page).getByRole('button', { name: 'Naam wijzigen van Mijn telefoon' }).click()
    await expect(ways(page).getByLabel('Naam van de passkey')).toBeFocused()
    await page.keyboard.type('Oude telefoon')
    await page.keyboard.press('Enter')
    await expect(passkeys(page)).toHaveText(/^Oude telefoon/)
    await page.reload()
    await expect(passkeys(page)).toHaveText(/^Oude telefoon/)
    await expectSound(page, 'settings with a passkey')
  })
  await test.step('logs in by it alone', async () => {
    await logOut(page)
    await page.getByRole('button', { name: 'Inloggen met een passkey' }).click()
    await page.goto(DEVICES)
    await expect(sessions(page).filter({ hasText: '(dit apparaat)' })).toContainText('Ingelogd met passkey')
    await page.goto(PATH)
    await expect(passkeys(page)).toContainText('Laatst gebruikt')
  })
  await test.step('removes it, and reads by what they log in then', async () => {
    await ways(page).getByRole('button', { name: 'Verwijderen van Oude telefoon' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Daarna log je in met je wachtwoord.')
    await dialog.getByRole('button', { name: 'Passkey verwijderen' }).click()
    await expect(passkeys(page)).toHaveCount(0)
  })
})

test('codes of an app are asked after the password, a recovery code lets in who lost it, and a colleague takes both away', {
  tag: '@all',
}, async ({ browser, page, product, situation }) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username, { path: PATH })
  const { secret, codes } = await test.step('sets up an authenticator app', async () => {
    await ways(page).getByRole('button', { name: 'Authenticator-app instellen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Authenticator-app instellen' })
    await expect(dialog.getByRole('img', { name: /QR-code/ })).toBeVisible()
    const address = new URL((await dialog.getByRole('link', { name: /Openen/ }).getAttribute('href')) ?? '')
    const secret = await shownSecret(dialog)
    expect(address.searchParams.get('secret')).toBe(secret.base32)
    expect(decodeURIComponent(address.pathname)).toContain(student.username)
    await expectSound(page, 'setting up an authenticator app')
    await dialog.getByLabel('Code uit de app').fill((await currentCode(secret)) === '000000' ? '111111' : '000000')
    await dialog.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(dialog.getByText('Deze code klopt niet.')).toBeVisible()
    await dialog.getByLabel('Code uit de app').fill(await currentCode(secret))
    await dialog.getByRole('button', { name: 'Bevestigen' }).click()
    const shown = ways(page).getByRole('list', { name: 'Herstelcodes' }).getByRole('listitem')
    await expect(shown).toHaveCount(10)
    const codes = await shown.allInnerTexts()
    await ways(page).getByLabel('Ik heb de codes bewaard').check()
    await ways(page).getByRole('button', { name: 'Klaar' }).click()
    await expect(part(page, 'Herstelcodes')).toContainText('Nog 10 van 10')
    return { secret, codes }
  })
  await test.step('logs in with the password and the next code', async () => {
    await logOut(page)
    await logIn(page, student.username, { path: PATH })
    // Half a minute passes: the code that the app showed then was another.
    await product.database.kysely
      .updateTable('totp')
      .set({ last_step: 0 })
      .where('user_id', '=', student.studentId)
      .execute()
    await page.getByLabel('Code uit je authenticator-app').fill(await currentCode(secret))
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await page.getByRole('link', { name: 'Alle instellingen' }).click()
    await page.getByRole('link', { name: /^Apparaten/ }).click()
    await expect(sessions(page).filter({ hasText: '(dit apparaat)' })).toContainText('Ingelogd met wachtwoord en code')
  })
  await test.step('logs in with a recovery code, once', async () => {
    await logOut(page)
    await logIn(page, student.username, { path: PATH })
    await page.getByRole('button', { name: 'Gebruik een herstelcode' }).click()
    await page.getByLabel('Herstelcode').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(part(page, 'Herstelcodes')).toContainText('Nog 9 van 10')
  })
  await test.step('a colleague takes it all away: the login ends, and the password is enough', async () => {
    const context = await browser.newContext({ baseURL: product.url, ...DESK })
    const desk = await context.newPage()
    await logInAtDesk(desk, `/user/${student.studentId}/edit`)
    await expect(ways(desk)).toContainText('Ingesteld op')
    await ways(desk).getByRole('button', { name: 'Tweede stap resetten' }).click()
    const dialog = desk.getByRole('dialog', { name: /^Tweede stap van .* resetten\?$/ })
    await expect(dialog).toContainText('Op alle apparaten wordt deze persoon uitgelogd.')
    await dialog.getByRole('button', { name: 'Resetten' }).click()
    await expect(ways(desk).getByRole('button', { name: 'Tweede stap resetten' })).toHaveCount(0)
    await expect(ways(desk)).toContainText('Niet ingesteld')
    await context.close()

    await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
    await logIn(page, student.username, { path: PATH })
    await expect(ways(page).getByRole('button', { name: 'Authenticator-app instellen' })).toBeVisible()
  })
})
