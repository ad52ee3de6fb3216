import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, logIn, moduleCard, openAs, test } from './support/test.ts'

const PATH = '/settings/user'
const PAGES = [
  [/^Inloggen/, 'Inloggen'],
  [/^Meldingen/, 'Meldingen op je apparaten'],
  [/^Agenda/, 'Agenda'],
  [/^Apparaten/, 'Waar je bent ingelogd'],
  [/^Mijn gegevens/, 'Mijn gegevens'],
] as const
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a person sees their address, student number and class group and changes their name, which the whole app then knows', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  await product.database.kysely
    .updateTable('user')
    .set({ student_number: `0${student.studentId}`, class_group: 'WIS1A' })
    .where('id', '=', student.studentId)
    .execute()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, student.username, PATH)
  await expect(page.getByRole('heading', { level: 1, name: 'Gebruikers Instellingen' })).toBeVisible()
  await expect(page).toHaveTitle('Instellingen – Wiskunde inschrijven')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(student.username)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).not.toBeEditable()
  await expect(page.getByLabel('Studentnummer')).toHaveValue(`0${student.studentId}`)
  await expect(page.getByLabel('Studentnummer')).not.toBeEditable()
  await expect(page.getByLabel('Klas')).toHaveValue('WIS1A')
  await expect(page.getByLabel('Klas')).not.toBeEditable()

  await page.getByLabel('Voornaam').fill(' ')
  await page.getByLabel('Achternaam').fill('')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByLabel('Voornaam')).toBeFocused()
  await expect(page.getByText('Vul hier je naam in.')).toBeVisible()

  await page.getByLabel('Voornaam').fill('Jadé')
  await page.getByLabel('Achternaam').fill('van den Berg')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Jadé van den Berg' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Jadé')
})

test('a name that was changed elsewhere meanwhile is shown beside one’s own, and either can be kept', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  const changeElsewhere = (first_name: string) =>
    product.database.kysely
      .updateTable('user')
      .set((user) => ({ first_name, version: user('version', '+', 1) }))
      .where('id', '=', student.studentId)
      .execute()
  const nameOnServer = () =>
    product.database.kysely
      .selectFrom('user')
      .select('first_name')
      .where('id', '=', student.studentId)
      .executeTakeFirstOrThrow()
  await openAs(page, student.username, PATH)
  await page.getByLabel('Voornaam').fill('Mijn')
  await changeElsewhere('Hun')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'intussen ergens anders gewijzigd' })
  await expect(conflict).toContainText('Voornaam')
  await expect(conflict).toContainText('Jij: Mijn')
  await expect(conflict).toContainText('Opgeslagen: Hun')
  expect(await nameOnServer()).toEqual({ first_name: 'Hun' })
  await conflict.getByRole('button', { name: 'Mijn gegevens opslaan' }).click()
  await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  expect(await nameOnServer()).toEqual({ first_name: 'Mijn' })

  await page.getByLabel('Voornaam').fill('Nog eens')
  await changeElsewhere('Hun')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await conflict.getByRole('button', { name: 'Opgeslagen gegevens overnemen' }).click()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Hun')
  await expect(conflict).toHaveCount(0)
})

test('a person downloads all that is kept about them; what was typed stays when saving fails, and leaving asks first', async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await openAs(page, student.username, PATH)
  await test.step('the list says what stands on each page, which has an address of its own; old addresses lead there', async () => {
    const pages = page.getByRole('navigation', { name: 'Instellingen' })
    await expect(pages.getByRole('link')).toHaveText([
      /^Gegevens/,
      /^Inloggen/,
      /^Meldingen/,
      /^Agenda/,
      /^Apparaten/,
      /^Mijn gegevens/,
    ])
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    for (const [link, heading] of PAGES) {
      await pages.getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeFocused()
      await expect(page.getByRole('heading', { level: 2, name: 'Je gegevens' })).toBeHidden()
      // All parts below each other were 4,400 px.
      expect(await height(), heading).toBeLessThan(1_600)
      await page.reload()
      await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 2, name: 'Je gegevens' })).toBeVisible()
    }
    // A link that is pressed in the skeleton, just before the settings arrive.
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/user/*/sessions', (route) => arrival.then(() => route.continue()), { times: 1 })
    await page.reload()
    const skeleton = page.getByText('Je instellingen worden geladen…')
    await expect(skeleton).toBeAttached()
    await Promise.all([pages.getByRole('link', { name: /^Agenda/ }).click(), arrive()])
    await expect(skeleton).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 2, name: 'Agenda', exact: true })).toBeFocused()
    await page.goto('/settings#wachtwoord')
    await expect(section(page, 'Wachtwoord wijzigen')).toBeVisible()
    await page.getByRole('link', { name: 'Alle instellingen' }).click()
    await expect(pages.getByRole('link', { name: /^Inloggen/ })).toBeFocused()
    await pages.getByRole('link', { name: /^Meldingen/ }).click()
  })
  await test.step('a student chooses letters about their enrollments, and reads why that was not saved', async () => {
    const letters = section(page, 'Bevestiging per e-mail')
    const wanted = letters.getByRole('switch')
    await expect(wanted).not.toBeChecked()
    await page.route('**/confirmation-letters', (route) => route.fulfill({ status: 500 }), { times: 1 })
    await wanted.click()
    await expect(letters.getByRole('alert')).toContainText('Opslaan is niet gelukt.')
    await expect(wanted).not.toBeChecked()
    await wanted.click()
    await expect(wanted).toBeChecked()
    await expect(letters.getByRole('alert')).toHaveCount(0)
  })
  await test.step('a person downloads all that is kept about them', async () => {
    await page.goto(`${PATH}#download`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download mijn gegevens' }).click()
    const download = await downloading
    const data = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(data.user).toMatchObject({ username: student.username, confirmation_letters: true })
  })
  await test.step('what was typed stays when saving fails, and leaving asks first', async () => {
    await page.getByRole('link', { name: 'Alle instellingen' }).click()
    await page.getByLabel('Voornaam').fill('Getypt')
    await page.route('**/api/v1/user/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { reason: 'internal-error' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(section(page, 'Je gegevens').getByRole('alert')).toContainText('Opslaan is niet gelukt.')
    await expect(page.getByLabel('Voornaam')).toHaveValue('Getypt')
    // Nor is it lost on another page of the settings, where leaving asks too.
    await page.getByRole('link', { name: /^Agenda/ }).click()
    await page.getByRole('link', { name: 'Modules', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Je wijzigingen zijn nog niet opgeslagen' })).toBeVisible()
  })
})

test('a student switches to another department after seeing what that brings about', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const other = await situation(['NIEUW'])
  const moment = await student.addMoment()
  await student.enroll(moment, 'WIS1')
  await openAs(page, student.username, PATH)
  const part = section(page, 'Studierichting')
  await expect(part.getByRole('button', { name: 'Wissel bekijken' })).toBeDisabled()
  await part.getByLabel('Studierichting').selectOption(other.department)
  await part.getByRole('button', { name: 'Wissel bekijken' }).click()
  const dialog = page.getByRole('dialog', { name: `Wisselen naar ${other.department}` })
  await expect(dialog.getByRole('listitem').filter({ hasText: /^WIS1\S* op / })).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'NIEUW' })).toBeVisible()
  expect(await student.enrollments()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  expect(await student.enrollments()).toHaveLength(1)
  await expect(part.getByLabel('Studierichting').locator('option:checked')).toHaveText(student.department)

  await part.getByLabel('Studierichting').selectOption(other.department)
  await part.getByRole('button', { name: 'Wissel bekijken' }).click()
  await dialog.getByRole('button', { name: 'Studierichting wisselen' }).click()
  await expect(page.getByText(`De studierichting is nu ${other.department}.`)).toBeVisible()
  await expect(page.getByText('1 inschrijving is verwijderd door de wissel van studierichting.')).toBeVisible()
  await expect(part.getByRole('button', { name: 'Wissel bekijken' })).toBeDisabled()
  expect(await student.enrollments()).toEqual([])
  await page.goto('/student/modules')
  await expect(moduleCard(page, 'NIEUW')).toBeVisible()
  await expect(moduleCard(page, 'WIS1')).toHaveCount(0)
})

test('another device is logged out from here, and then everywhere', { tag: '@all' }, async ({
  browser,
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const context = await browser.newContext({ baseURL: product.url })
  const elsewhere = await context.newPage()
  await logIn(elsewhere, student.username)
  await expect(moduleCard(elsewhere, 'WIS1')).toBeVisible()
  const upkeep = page.waitForResponse(/\/later-[^/]*\.js$/)
  await logIn(page, student.username, { path: `${PATH}#apparaten` })
  const devices = section(page, 'Waar je bent ingelogd')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await upkeep
  await expect(devices.getByRole('listitem').filter({ hasText: '(dit apparaat)' })).toHaveCount(1)
  await expect(devices).toContainText('Log je uit zonder verbinding, dan is dit apparaat meteen leeg.')
  await devices
    .getByRole('listitem')
    .filter({ hasNotText: '(dit apparaat)' })
    .getByRole('button', { name: /^Uitloggen/ })
    .click()
  await expect(page.getByText(/ is uitgelogd\.$/)).toBeVisible()
  // Not at the top of the page, though the button that was pressed is gone.
  await expect(devices.getByRole('list')).toBeFocused()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await elsewhere.reload()
  await expect(elsewhere.getByLabel('Gebruikersnaam')).toBeVisible()

  await logIn(elsewhere, student.username)
  await expect(moduleCard(elsewhere, 'WIS1')).toBeVisible()
  const [login] = await product.database.kysely
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', student.studentId)
    .where('revoked_at', 'is', null)
    .execute()
  if (!login) throw new Error('The student is logged in')
  const { id: _, ...another } = login
  await product.database.kysely.insertInto('session').values(Array(98).fill(another)).execute()
  await page.reload()
  // A hundred logins: five in sight, this device first.
  await expect(devices.getByRole('listitem')).toHaveCount(5)
  await expect(devices.getByRole('listitem').first()).toContainText('(dit apparaat)')
  await devices.getByText('Nog 95 keer ingelogd').click()
  await expect(devices.getByRole('listitem')).toHaveCount(100)
  await devices.getByRole('button', { name: 'Overal uitloggen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Overal uitloggen' }).click()
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere.getByLabel('Gebruikersnaam')).toBeVisible()
  await context.close()
})

test('a teacher has settings of their own, without a department', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const person = await situation(['WIS1'])
  await product.database.kysely
    .updateTable('user')
    .set({ roles: 'ROLE_ADMIN' })
    .where('id', '=', person.studentId)
    .execute()
  await openAs(page, person.username, PATH)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(person.username)
  await expect(section(page, 'Studierichting')).toHaveCount(0)
})

test('the next student on this device sees nothing of the one before', { tag: '@all' }, async ({ page, situation }) => {
  const first = await situation(['WIS1'])
  const second = await situation(['STAT'])
  await logIn(page, first.username, { path: PATH })
  await page.getByLabel('Voornaam').fill('Alleen van mij')
  await page.getByRole('link', { name: /^Apparaten/ }).click()
  await section(page, 'Waar je bent ingelogd').getByRole('button', { name: 'Uitloggen op dit apparaat' }).click()
  await logIn(page, second.username, { path: PATH })
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(second.username)
  await expect(page.getByLabel('Voornaam')).toHaveValue('Jade')
  expect(await page.content()).not.toContain(first.username)
})
