import { underLoad } from '#tests/support/under-load.ts'
import { choosePassword, GOOD_PASSWORD, newAddress, pressActivate, problems, register } from './support/account.ts'
import { becomeNewcomer, giveName, saveAndGoOn } from './support/newcomer.ts'
import { EASY_TO_READ, expectRoomForLargeLetters, expectSound } from './support/sound.ts'
import { expect, logIn, moduleCard, openAs, openModule, test } from './support/test.ts'

test.use(EASY_TO_READ)

/** Longest time and place of a moment, which offers no place to break the line. */
const LONGEST = { starts_at: '09:00', ends_at: '11:30', location: 'm'.repeat(80) }
// Axe takes its time, four times at each place.
test.describe.configure({ timeout: underLoad(120_000) })

test('a student’s screens', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'ALG', 'DONE'])
  const open = await student.addMoment({ inDays: 10, max: 1, modules: ['WIS1', 'STAT'] })
  await student.enroll(open, 'WIS1')
  await student.change(open, LONGEST)
  await student.addMoment({ inDays: 12, open: false, modules: ['WIS1', 'ALG'] })
  await student.addMoment({ inDays: 20, duration: 'week' })
  await student.complete('DONE')
  await page.goto('/')
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  await expectSound(page, 'login')
  await logIn(page, student.username, { password: 'verkeerd-wachtwoord' })
  await expect(page.getByRole('alert')).toContainText('Login mislukt')
  await expectSound(page, 'login refused')
  await expectRoomForLargeLetters(page, 'login refused')
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expectSound(page, 'modules')
  await expectRoomForLargeLetters(page, 'modules')
  await openModule(page, 'WIS1')
  await expectSound(page, 'dialog of a module with enrollment')
  await page.keyboard.press('Escape')
  const dialog = await openModule(page, 'STAT')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  await expectSound(page, 'dialog with a toast')
  await expectRoomForLargeLetters(page, 'dialog with a toast')
})

test('a student’s test moments', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'ALG', 'DONE'])
  const open = await student.addMoment({ inDays: 10, max: 1, modules: ['WIS1', 'STAT'] })
  await student.enroll(open, 'WIS1')
  await student.change(open, LONGEST)
  const opensAt = new Date(Date.now() + 1_800_000).toISOString()
  const planned = await student.addMoment({ inDays: 12, open: false, opensAt, modules: ['WIS1', 'ALG'] })
  await student.addMoment({ inDays: 20, duration: 'week', modules: ['DONE'] })
  await student.complete('DONE')
  await openAs(page, student.username, '/student/testmoments')
  await expect(page.getByRole('timer').first()).toBeVisible()
  await expectSound(page, 'test moments')
  await expectRoomForLargeLetters(page, 'test moments')
  await page.goto(`/student/testmoments?moment=${open}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Uitschrijven/ })
    .click()
  await expect(page.getByRole('status').getByText('Je bent uitgeschreven')).toBeVisible()
  await expectSound(page, 'dialog of an open moment, with a toast')
  await page.goto(`/student/testmoments?moment=${planned}`)
  await expect(page.getByRole('dialog').getByRole('timer')).toBeVisible()
  await expectSound(page, 'dialog of a moment that will open')
  await expectRoomForLargeLetters(page, 'dialog of a moment that will open')
})

test('a student who waits for a seat, and one who got it', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'ALG'])
  const classmate = await student.addClassmate()
  const elsewhere = await student.addMoment({ inDays: 5, modules: ['ALG'] })
  const full = await student.addMoment({ inDays: 10, seats: 1, max: 2 })
  await student.change(full, LONGEST)
  await student.enroll(elsewhere, 'ALG')
  await classmate.enroll(full, 'WIS1')
  await openAs(page, student.username, `/student/testmoments?moment=${full}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Zet me op de wachtlijst.* voor WIS1/ }).click()
  await expect(dialog.getByText(/Je bent de 1e/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Wachten om te verplaatsen voor ALG/ }).click()
  await expect(dialog.getByText(/Je wacht om te verplaatsen/)).toBeVisible()
  // Two toasts would lie over the dialog's head.
  await page.reload()
  await expect(dialog.getByText(/Je wacht om te verplaatsen/)).toBeVisible()
  await expectSound(page, 'dialog of a full moment, waiting')
  await expectRoomForLargeLetters(page, 'dialog of a full moment, waiting')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectSound(page, 'test moments, waiting')
  await student.change(full, { seats: 2 })
  await page.goto('/student/modules')
  await expect(page.getByText(/^Je hebt een plaats/).first()).toBeVisible()
  await expectSound(page, 'modules, with a seat after waiting')
})

test('a student’s completed modules and messages', { tag: '@all' }, async ({ page, situation }) => {
  // More modules than fit: the list must be scrollable by keyboard, even while nothing in it can be changed.
  const student = await situation(['WIS1', 'STAT', ...Array.from({ length: 20 }, (_, at) => `M${at}`)])
  const moment = await student.addMoment()
  await student.enroll(moment, 'WIS1')
  await openAs(page, student.username, '/student/completed-modules')
  await expect(page.getByRole('checkbox').first()).toBeDisabled()
  await expectSound(page, 'completed modules')
  await expectRoomForLargeLetters(page, 'completed modules')
  await page.getByRole('button', { name: 'Wijzigen' }).click()
  await page.getByRole('checkbox', { name: /^WIS1/ }).check()
  // The contrast of a line that the edge of the list cuts in two is unknown.
  await page.getByRole('list', { name: 'Afgeronde modules' }).evaluate((list) => {
    list.style.maxBlockSize = 'none'
  })
  await expectSound(page, 'completed modules, editing')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'enrollments that would go')
  await expectRoomForLargeLetters(page, 'enrollments that would go')
  await page.getByRole('dialog').getByRole('button', { name: 'Opslaan en uitschrijven' }).click()
  await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()

  // The dialog of a moment with 21 modules shows 20, and finds each by searching.
  await page.goto(`/student/testmoments?moment=${moment}`)
  const rows = page.getByRole('dialog').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(page.getByText('Nog 1 module: zoek op code of naam.')).toBeVisible()
  await page.getByLabel('Zoek een module').fill('stat')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('1 module gevonden')).toBeVisible()
  await expectSound(page, 'dialog of a moment for many modules, searched')
})

test('what was written to a student', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.receive({ subject: 'Neem je legitimatie mee', text: 'Lees https://school.example/regels.' })
  const id = await student.receive({
    subject: `Toets${'moment'.repeat(20)}`,
    text: 'https://school.example/'.repeat(20),
  })
  await openAs(page, student.username, `/student/messages?message=${id}`)
  await expect(page.getByRole('link', { name: 'https://school.example' }).first()).toBeVisible()
  await expectSound(page, 'messages, one open')
  await expectRoomForLargeLetters(page, 'messages, one open')
})

test('what came of a student’s tests', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'ALG', 'ANA'])
  const past = await student.addMoment({ inDays: -7 })
  await student.change(past, LONGEST)
  const failed = await student.enroll(past, 'WIS1')
  await student.note(failed, { presence: 'late', result: { outcome: 'passed', grade: 55 } })
  await student.note(failed, { result: { outcome: 'failed', grade: 54 } })
  const passed = await student.enroll(past, 'STAT')
  await student.note(passed, { presence: 'present', result: { outcome: 'passed', grade: null } })
  await student.note(await student.enroll(past, 'ALG'), { presence: 'absent' })
  await student.enroll(past, 'ANA')
  await student.change(await student.addMoment({ inDays: 10, seats: 40, modules: ['WIS1'] }), LONGEST)
  await student.addMoment({ inDays: 12, open: false, modules: ['ALG'] })
  await openAs(page, student.username, '/student/history')
  await expect(page.getByRole('button', { name: /^Inschrijven voor WIS1/ })).toBeVisible()
  await expectSound(page, 'tests that have been')
  await expectRoomForLargeLetters(page, 'tests that have been')
})

test('a student’s settings', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const other = await situation(['NIEUW'])
  await openAs(page, student.username, '/settings/user')
  await page.getByLabel('Voornaam').fill(' ')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expectSound(page, 'settings, name missing')
  await expectRoomForLargeLetters(page, 'settings')
  await page.getByRole('combobox', { name: 'Studierichting' }).selectOption(other.department)
  await page.getByRole('button', { name: 'Wissel bekijken' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'what a switch brings about')
})

test('a visitor’s screens', { tag: '@all' }, async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  await expectSound(page, 'register')
  await register(page, newAddress(), 'kort', 'anders')
  await expect(problems(page)).toHaveCount(2)
  await expectSound(page, 'register refused')
  await expectRoomForLargeLetters(page, 'register refused')
  await register(page, newAddress())
  await expect(page.getByText('activatielink')).toBeVisible()
  await expectSound(page, 'registered')
  await page.goto('/password-reset')
  await page.getByLabel('Gebruikersnaam').fill('iemand@e2e.example')
  await expectSound(page, 'password reset')
  await page.getByRole('button', { name: 'Aanvragen' }).click()
  await expect(page.getByText('verdere instructies')).toBeVisible()
  await expectSound(page, 'password reset asked for')
  await page.goto('/password-change/onbekend')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectSound(page, 'password change by a dead link')
  await page.route('**/password-change/check', (route) => route.abort('connectionrefused'))
  await page.goto('/password-change/onbekend')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectSound(page, 'password change by a link that cannot be judged')
  await choosePassword(page)
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(problems(page)).toHaveCount(1)
  await expectSound(page, 'password change refused')
  await page.goto('/activate/onbekend')
  await expectSound(page, 'activation')
  const reply = { status: 422, json: { reason: 'password-needed', message: 'Kies een wachtwoord.' } }
  await page.route('**/verify-user', (route) => route.fulfill(reply))
  await pressActivate(page)
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeVisible()
  await expectSound(page, 'activation, with a password to choose')
  await expectRoomForLargeLetters(page, 'activation, with a password to choose')
  await page.unroute('**/verify-user')
  await pressActivate(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectSound(page, 'activation refused')
  await expectRoomForLargeLetters(page, 'activation refused')
})

test('a new student’s screens', { tag: '@all' }, async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'ALG'])
  await student.addMoment({ automatic: ['WIS1', 'STAT'] })
  await becomeNewcomer(product, student)
  await openAs(page, student.username)
  await expect(page.getByLabel('Voornaam')).toBeVisible()
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByLabel('Voornaam')).toBeFocused()
  await expectSound(page, 'name missing')
  await giveName(page, 'Jade', 'van den Berg')
  await page.getByLabel('Studierichting').selectOption(student.department)
  await expectSound(page, 'department')
  await saveAndGoOn(page)
  await page.getByRole('checkbox').last().check()
  await expectSound(page, 'modules')
  await saveAndGoOn(page)
  await expect(page.getByRole('button', { name: 'Bevestigen' })).toBeVisible()
  await expectSound(page, 'overview')
})

test('a teacher’s first screen, and those of who has no role or is not onboarded', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const { kysely } = product.database
  const person = await situation(['WIS1'])
  const become = (values: { roles: string; information_checked: boolean }) =>
    kysely.updateTable('user').set(values).where('id', '=', person.studentId).execute()
  await become({ roles: 'ROLE_ADMIN', information_checked: true })
  await openAs(page, person.username)
  await expect(page).toHaveURL(/\/admin\/overview$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overzicht' })).toBeVisible()
  await expectSound(page, 'overview')
  await become({ roles: '', information_checked: true })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Uitloggen' }).first()).toBeVisible()
  await expectSound(page, 'no role')
  await become({ roles: 'ROLE_STUDENT', information_checked: false })
  await page.reload()
  await expect(page).toHaveURL(/\/onboarding/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page, 'onboarding')
})

test('the ways in of a school with a login of its own', { tag: '@all' }, async ({ page }) => {
  const school = { label: 'Inloggen met je schoolaccount', available: false, href: '/api/v1/school_login' }
  const offer = (options: object) => page.route('**/login_options', (route) => route.fulfill({ json: options }))
  await offer({ password: 'on', school })
  await page.goto('/login#school-error=barred&code=K7MQ-2X9D')
  await expect(page.getByText('De inlogpagina van je school is nu niet te bereiken.')).toBeVisible()
  await expectSound(page, 'login by the school or a password, barred')
  await offer({ password: 'administrators', school: { ...school, available: true } })
  await page.reload()
  await page.getByText('Inloggen met een wachtwoord').click()
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  await expectSound(page, 'login by the school, a password for teachers')

  const needed = { reason: 'second-factor-needed', ticket: 'ticket', factors: ['totp', 'recovery-code'], passkey: null }
  const answers = [
    { status: 403, json: needed },
    { status: 401, json: { reason: 'second-factor-wrong' } },
  ]
  await page.route(/\/login_check/, (route) => route.fulfill(answers.shift()))
  await page.getByLabel('Gebruikersnaam').fill('docent@school.example')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(GOOD_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code uit je authenticator-app').fill('492 039')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Deze code klopt niet.')
  await expectSound(page, 'second factor, wrong')
})

test('a second factor that is made by a mailed link', { tag: '@all' }, async ({ page }) => {
  const begun = {
    username: 'docent@school.example',
    totp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Wiskunde:docent?secret=JBSWY3DPEHPK3PXP' },
    passkey: {},
  }
  const made = {
    token: '',
    refresh_token: '',
    recovery_codes: Array.from({ length: 10 }, (_, at) => `k7mq-2x9d-h4vt-p8wn-c3rs-7yqe-m5k${at}`),
  }
  await page.route('**/second_factor/begin', (route) => route.fulfill({ json: begun }))
  await page.route('**/second_factor', (route) => route.fulfill({ json: made }))
  await page.goto('/second-factor/sleutel')
  await expectSound(page, 'a second factor that waits for a press')
  await pressActivate(page)
  await expect(page.getByLabel('Naam van de passkey')).toBeVisible()
  await expectSound(page, 'a passkey as second factor')
  await page.getByRole('radio', { name: 'Een authenticator-app' }).check()
  await expect(page.getByRole('img', { name: 'QR-code voor je authenticator-app' })).toBeVisible()
  await expectSound(page, 'an authenticator app as second factor')
  await page.getByLabel('Code uit de app').fill('492039')
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(page.getByRole('checkbox', { name: 'Ik heb de codes bewaard' })).toBeVisible()
  await expectSound(page, 'recovery codes')
})

test('what stands last on a page comes out from under a notice about the app', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const { username } = await situation(['WIS1', 'STATISTIEK', 'ALG', 'DIF'])
  const newer = JSON.stringify({ server_time: Date.now(), release: 'nieuwer' })
  const body = `id: 1\nevent: hello\ndata: ${newer}\n\n`
  await page.route('**/api/v1/live', (route) => route.fulfill({ contentType: 'text/event-stream', body }), { times: 1 })
  await openAs(page, username)
  const notice = page.getByRole('region', { name: 'Over de app' }).getByRole('status')
  await expect(notice).toContainText('De app is bijgewerkt')
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  expect((await notice.boundingBox())?.height, 'px of the notice').toBeLessThanOrEqual(400)
  const last = page.getByRole('main').getByRole('link').last()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [link, note] = [await last.boundingBox(), await notice.boundingBox()]
  expect((link?.y ?? 0) + (link?.height ?? 0), 'px to the end of the last link').toBeLessThanOrEqual(note?.y ?? 0)
})
