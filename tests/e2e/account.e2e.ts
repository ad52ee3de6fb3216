import { choosePassword, GOOD_PASSWORD, newAddress, pressActivate, problems, register } from './support/account.ts'
import { expect, logIn, moduleCard, test } from './support/test.ts'

test('a registration says what is wrong with it and keeps what was typed; for who has an account it says the same, and writes', {
  tag: '@all',
}, async ({ page, mailbox, situation }) => {
  await test.step('what is wrong with a registration is listed, and what was typed stays', async () => {
    const username = newAddress()
    await page.goto('/register')
    await expect(page.getByLabel('Wachtwoord', { exact: true })).toHaveAccessibleDescription(/Minstens 8 tekens/)
    await register(page, username, 'kort', 'anders')
    await expect(problems(page)).toHaveText([
      'Je wachtwoord moet minstens 8 tekens lang zijn.',
      'De twee wachtwoorden zijn niet hetzelfde.',
    ])
    await expect(page.getByLabel('Gebruikersnaam')).toHaveValue(username)
    await expect(page.getByLabel('Wachtwoord', { exact: true })).toHaveValue('kort')
    await expect(page.getByLabel('Herhaal wachtwoord', { exact: true })).toHaveValue('anders')

    await register(page, username, 'password123')
    await expect(problems(page)).toContainText(['makkelijk te raden'])
    await register(page, username, username)
    await expect(problems(page)).toHaveText(['Je wachtwoord mag niet hetzelfde zijn als je e-mailadres.'])
    await expect(page.locator(':focus')).toContainText('Registreren mislukt')

    await register(page, username)
    await expect(page.getByRole('main').getByRole('status')).toContainText(username)
  })
  await test.step('somebody who has an account already sees the usual answer, and gets a link by e-mail', async () => {
    const student = await situation(['WIS1'])
    await page.goto('/register')
    await register(page, student.username)
    await expect(page.getByRole('main').getByRole('status')).toContainText(student.username)
    const letter = await mailbox.take(student.username)
    expect(letter.link).toContain('/password-change/')
  })
})

test('an activation link acts by a press, is tried again when no answer came, works once, and says why when it does not', {
  tag: '@all',
}, async ({ page, mailbox, browser }) => {
  const username = newAddress()
  await page.goto('/register')
  await register(page, username)
  const { link } = await mailbox.take(username)
  await page.route('**/verify-user', (route) => route.abort('connectionrefused'), { times: 1 })
  await page.goto(link)
  await pressActivate(page)
  await expect(page.getByRole('alert')).toContainText(
    /Het is niet gelukt om je account te activeren. Reden:.*Er kwam geen antwoord van de server./,
  )
  const held = Promise.withResolvers<void>()
  await page.route('**/verify-user', async (route) => {
    await held.promise
    await route.continue()
  })
  await pressActivate(page)
  await expect(page.getByText('Account activeren...')).toBeVisible()
  held.resolve()
  await expect(page.getByText('Je account is succesvol geactiveerd.')).toBeVisible()

  const elsewhere = await browser.newPage()
  await elsewhere.goto(link)
  await pressActivate(elsewhere)
  await expect(elsewhere.getByRole('alert')).toContainText(
    'Het is niet gelukt om je account te activeren. Reden: Deze activatielink is niet bekend of al gebruikt.',
  )
  await elsewhere.goto(link.replace(/.{8}$/, 'verkeerd'))
  await pressActivate(elsewhere)
  await expect(elsewhere.getByRole('alert')).toContainText('Het is niet gelukt om je account te activeren. Reden: ')
  await elsewhere.getByRole('link', { name: 'Naar inloggen' }).click()
  await expect(elsewhere.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
  await elsewhere.close()
})

test('a stranger’s registration of somebody’s address: a mail scanner that opens the link activates nothing, and its owner chooses a password of their own', {
  tag: '@all',
}, async ({ page, mailbox, browser, product }) => {
  const username = newAddress()
  const strangers = 'vlieger-van-een-ander'
  const isActivated = async () => {
    const user = product.database.kysely.selectFrom('user').select('activated').where('username', '=', username)
    return (await user.executeTakeFirstOrThrow()).activated
  }
  await page.goto('/register')
  await register(page, username, strangers)
  await expect(page.getByRole('main').getByRole('status')).toContainText(username)
  const { link } = await mailbox.take(username)

  await test.step('a scanner runs the page and presses nothing', async () => {
    const scanner = await browser.newPage()
    const sent: string[] = []
    scanner.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await scanner.goto(link)
    await expect(scanner.getByRole('button', { name: 'Account activeren' })).toBeVisible()
    await scanner.waitForLoadState('networkidle')
    expect(sent).toEqual([])
    expect(await isActivated()).toBe(false)
    await scanner.close()
  })

  await test.step('the owner of the mailbox activates by keyboard, and has to choose a password', async () => {
    const owner = await browser.newPage()
    await owner.goto(link)
    await owner.getByRole('button', { name: 'Account activeren' }).focus()
    await owner.keyboard.press('Enter')
    const password = owner.getByLabel('Wachtwoord', { exact: true })
    await expect(password).toBeFocused()
    const noPasswordHere = 'Op dit apparaat is geen wachtwoord voor dit account gekozen.'
    await expect(owner.getByRole('main').getByRole('status').filter({ hasText: noPasswordHere })).toBeVisible()
    expect(await isActivated()).toBe(false)
    await owner.keyboard.type('kort')
    await owner.keyboard.press('Enter')
    await expect(problems(owner)).toHaveText(['Je wachtwoord moet minstens 8 tekens lang zijn.'])
    await expect(password).toHaveValue('kort')
    await password.fill(GOOD_PASSWORD)
    await owner.keyboard.press('Enter')
    await expect(owner.getByText('Je account is succesvol geactiveerd.')).toBeVisible()
    await owner.getByRole('link', { name: 'Naar inloggen' }).click()
    await logIn(owner, username, { password: GOOD_PASSWORD })
    await expect(owner).toHaveURL(/\/onboarding\/step1$/)
    await owner.close()
  })

  await test.step('the stranger’s password opens nothing, and the login screen says to everybody where to look', async () => {
    await logIn(page, username, { password: strangers })
    await expect(page.getByRole('alert')).toContainText('klopt niet')
    await expect(page.getByText('Nog niet geactiveerd? Kijk in je mail.')).toBeVisible()
  })
})

test('a logged-in student stays logged in while an account is activated, and cannot register', { tag: '@all' }, async ({
  page,
  mailbox,
  situation,
}) => {
  await test.step('an account can be activated while somebody is logged in, who stays so', async () => {
    const username = newAddress()
    await page.goto('/register')
    await register(page, username)
    const { link } = await mailbox.take(username)
    const student = await situation(['WIS1'])
    await logIn(page, student.username)
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
    await page.goto(link)
    await pressActivate(page)
    await expect(page.getByText('Je account is succesvol geactiveerd.')).toBeVisible()
    await page.getByRole('link', { name: 'Verder naar de app' }).click()
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
  })
  await test.step('a logged-in student cannot register, and lands at home', async () => {
    for (const path of ['/register', '/password-reset']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/student\/modules$/)
    }
  })
})

test('a forgotten password is replaced by letter, and the letter works once', async ({ page, mailbox, situation }) => {
  const student = await situation(['WIS1'])
  await page.goto('/')
  await page.getByRole('link', { name: 'Wachtwoord vergeten?' }).click()
  // The login screen has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Wachtwoord vergeten' })).toBeVisible()
  await page.getByLabel('Gebruikersnaam').fill(student.username)
  await page.getByRole('button', { name: 'Aanvragen' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Heeft dit adres een account? Dan')

  const { link } = await mailbox.take(student.username)
  await page.goto(link)
  await choosePassword(page, 'wachtwoord', 'wachtwoord2')
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(problems(page)).toContainText(['makkelijk te raden', 'niet hetzelfde'])
  await choosePassword(page)
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Je wachtwoord is gewijzigd.')
  await page.getByRole('link', { name: 'Naar inloggen' }).click()

  await logIn(page, student.username)
  await expect(page.getByRole('alert')).toContainText('Login mislukt')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(moduleCard(page, 'WIS1')).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText(/herstel link is verlopen\.\s*Log uit/)
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeHidden()
})

test('a dead password link is shown as dead before a password is typed, and the form stays open when no answer comes', {
  tag: '@all',
}, async ({ page, mailbox, situation }) => {
  await page.goto('/password-change/bestaat-niet')
  await expect(page.getByRole('alert')).toContainText('De gebruikte wachtwoord hersel link is niet bekend.')
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Nieuwe link aanvragen' }).click()
  await expect(page).toHaveURL(/\/password-reset$/)

  const student = await situation(['WIS1'])
  await page.request.post('/api/v1/password-reset', { data: { username: student.username } })
  const { link } = await mailbox.take(student.username)
  await page.route('**/password-change/check', (route) => route.abort('connectionrefused'))
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Er kwam geen antwoord van de server.')
  await choosePassword(page)
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Je wachtwoord is gewijzigd.')
})

test('a new password ends the login on this device too', { tag: '@all' }, async ({ page, mailbox, situation }) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await page.request.post('/api/v1/password-reset', { data: { username: student.username } })
  const { link } = await mailbox.take(student.username)
  await page.goto(link)
  await choosePassword(page)
  const changed = page.waitForResponse(/\/password-change$/)
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  expect((await changed).status()).toBe(200)
  // The login's end leads to '/' by itself, now and then before what was said of the change could be seen.
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
})

test('a form that cannot be sent says so, and what to do', { tag: '@all' }, async ({ page }) => {
  await page.goto('/password-reset')
  await page.getByLabel('Gebruikersnaam').fill('iemand@e2e.example')
  await page.route('**/password-reset', (route) => route.abort('connectionrefused'), { times: 1 })
  await page.getByRole('button', { name: 'Aanvragen' }).click()
  await expect(problems(page)).toContainText(['Er kwam geen antwoord van de server.'])
  await page.route(
    '**/password-reset',
    (route) => route.fulfill({ status: 429, headers: { 'retry-after': '110' }, json: { reason: 'too-many-requests' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Aanvragen' }).click()
  await expect(problems(page)).toHaveText(['Dit is te vaak geprobeerd. Probeer het over 2 minuten opnieuw.'])
  await expect(page.getByLabel('Gebruikersnaam')).toHaveValue('iemand@e2e.example')
  await page.getByRole('button', { name: 'Aanvragen' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('verdere instructies')
})
