import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { DESK, goToScreen, logInAtDesk, row, TEACHER } from './support/desk.ts'
import { expectLoggedOut, refreshTokenOf, refusalsOf, sleep } from './support/device.ts'
import { changePasswordElsewhere, endOtherLogins, refreshElsewhere } from './support/elsewhere.ts'
import { loginsOf } from './support/logins.ts'
import { becomeNewcomer } from './support/newcomer.ts'
import type { Product } from './support/product.ts'
import { expectSound } from './support/sound.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, logIn, logInHere, moduleCard, openModule, test } from './support/test.ts'

const enrollButton = (page: Page) => page.getByRole('button', { name: /^Inschrijven/ })

/** Logs in, and waits for what the app asks once it is idle: asked in the midst of a sleep, it would begin a refresh of its own. */
async function logInAndRest(page: Page, username: string): Promise<void> {
  const asked = Promise.all(
    [/\/user\/\d+\/messages$/, /\/user\/\d+\/history$/].map((path) => page.waitForResponse(path)),
  )
  await logIn(page, username)
  await asked
}

interface Spot {
  x: number
  y: number
}

/** The middle of the button that enrolls, in px. */
async function enrollSpot(page: Page): Promise<Spot> {
  const box = await enrollButton(page).boundingBox()
  if (!box) throw new Error('no button to enroll by')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a phone that slept for a day refreshes before anything else, and what was typed stands', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await becomeNewcomer(product, student)
  await page.clock.install()
  await logIn(page, student.username)
  await page.getByLabel('Voornaam').fill('Jade')
  // It may find out by itself, just before it is touched: what counts is that nothing is asked with what is over.
  const refused = refusalsOf(page)
  await sleep(page, { product, student }, 1)

  await page.getByLabel('Achternaam').fill('van den Berg')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Opgeslagen.')).toBeVisible()
  expect(refused).toEqual([])
  await expect(page.getByLabel('Voornaam')).toHaveValue('Jade')
  expect(await loginsOf(product, student)).toEqual([{ revoked: false, exchanged: 1, unused: 1 }])
})

for (const { waking, fallAsleep, wake } of [
  {
    waking: 'touched',
    fallAsleep: async () => null,
    // Where the button was: the app may have found out by itself, just before.
    wake: (page: Page, { spot: { x, y } }: { spot: Spot }) => page.touchscreen.tap(x, y),
  },
  {
    waking: 'opened anew',
    fallAsleep: (page: Page) => page.goto('about:blank'),
    wake: (page: Page, { address }: { address: string }) => page.goto(address),
  },
])
  test(`a phone that slept for 15 days asks who it is when it is ${waking}, from the start`, { tag: '@all' }, async ({
    page,
    product,
    situation,
  }) => {
    const student = await situation(['WIS1'])
    await student.addMoment()
    await page.clock.install()
    await logIn(page, student.username)
    await openModule(page, 'WIS1')
    const address = page.url()
    const spot = await enrollSpot(page)
    await fallAsleep(page)
    await sleep(page, { product, student }, 15)

    await wake(page, { spot, address })
    await expectLoggedOut(page, student)
    // The login stands at the address that was asked for, and leads there.
    await expect(page).toHaveURL(address)
    expect(await student.enrollments()).toEqual([])
    await logInHere(page, student.username)
    await expect(page.getByRole('dialog')).toContainText('Mogelijke toetsmomenten voor module WIS1')
  })

test('a refresh whose answer is lost is asked for again, and the student stays logged in', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await page.clock.install()
  await logInAndRest(page, student.username)
  await openModule(page, 'WIS1')
  await expect(enrollButton(page)).toBeEnabled()
  await sleep(page, { product, student }, 1)
  await page.route(
    '**/token/refresh',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 2 },
  )

  await enrollButton(page).click()
  const unsent = 'Er is iets misgegaan bij het inschrijven. Er is geen verbinding: je inschrijving is niet verstuurd.'
  await expect(page.getByText(unsent), 'in a toast, and beside the button').toHaveCount(2)
  await expect(enrollButton(page)).toBeEnabled()
  await enrollButton(page).click()
  await expect(page.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  expect(await loginsOf(product, student)).toEqual([{ revoked: false, exchanged: 1, unused: 1 }])

  const address = page.url()
  await page.goto('about:blank')
  await sleep(page, { product, student }, 1)
  await page.goto(address)
  await expect(page.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  expect(await loginsOf(product, student)).toEqual([{ revoked: false, exchanged: 2, unused: 1 }])
})

test('a thief who refreshes with a copied token is out as soon as its owner comes, and so is the owner', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await page.clock.install()
  await logInAndRest(page, student.username)
  await openModule(page, 'WIS1')
  const spot = await enrollSpot(page)
  const stolen = await refreshTokenOf(page)
  const thiefs = await refreshElsewhere(product, await refreshElsewhere(product, stolen))
  await sleep(page, { product, student }, 1)

  // Where the button was: the app may have found out by itself, just before.
  await page.touchscreen.tap(spot.x, spot.y)
  await expectLoggedOut(page, student)
  expect(await loginsOf(product, student)).toMatchObject([{ revoked: true }])
  await expect(refreshElsewhere(product, thiefs)).rejects.toMatchObject({ status: 401 })
})

test('a thief with a token of before gets nothing, and ends the login of its owner', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await page.clock.install()
  await logInAndRest(page, student.username)
  await openModule(page, 'WIS1')
  const stolen = await refreshTokenOf(page)
  const address = page.url()
  for (const refreshes of [1, 2]) {
    // Closed meanwhile: otherwise its requests of the days between would arrive days later.
    await page.goto('about:blank')
    await sleep(page, { product, student }, 1)
    await page.goto(address)
    await expect(enrollButton(page)).toBeEnabled()
    expect(await loginsOf(product, student)).toMatchObject([{ exchanged: refreshes }])
  }

  await expect(refreshElsewhere(product, stolen)).rejects.toMatchObject({ status: 401 })
  // The open screen is notified at once, before its owner touches anything.
  await expectLoggedOut(page, student)
})

test('a login that is ended on another device is over here at once', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username)
  await openModule(page, 'WIS1')
  await endOtherLogins(product, student)
  await expectLoggedOut(page, student)
  await expect(page.getByRole('alert')).toContainText('op een ander apparaat beëindigd')
  expect(await student.enrollments()).toEqual([])
})

test('a password that is changed on another device ends the login here', { tag: '@all' }, async ({
  page,
  product,
  mailbox,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username)
  await openModule(page, 'WIS1')
  await changePasswordElsewhere(product, mailbox, student, 'een-heel-nieuw-geheim')
  await expectLoggedOut(page, student)

  await logIn(page, student.username)
  await expect(page.getByRole('alert')).toContainText('Login mislukt')
  await logIn(page, student.username, { password: 'een-heel-nieuw-geheim' })
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
})

/** Ends all valid logins, as on another device; the page receives no event, and learns of it by its next request. */
const endAllLogins = ({ database }: Product) =>
  database.kysely.updateTable('session').set({ revoked_at: new Date().toISOString() }).execute()
const blockEvents = (page: Page) => page.route('**/api/v1/live', (route) => route.abort())

const overIt = (page: Page) => page.getByRole('dialog', { name: 'Log opnieuw in' })

test.describe('a login that ends while somebody types', () => {
  test('is had again over what they typed: a student’s names go where they were to go', { tag: '@all' }, async ({
    page,
    product,
    situation,
  }) => {
    const student = await situation(['WIS1'])
    await becomeNewcomer(product, student)
    await logIn(page, student.username)
    await page.getByLabel('Voornaam').fill('Jade')
    await page.getByLabel('Achternaam').fill('van den Berg')
    await endOtherLogins(product, student)
    // The open screen is notified at once: nothing of it is in sight.
    await expect(overIt(page)).toBeVisible()
    await expect(page.getByLabel('Voornaam')).toBeHidden()
    await expect(overIt(page).getByLabel('Gebruikersnaam')).toHaveValue(student.username)
    await expect(overIt(page)).toContainText('Wat je hebt ingevuld is bewaard')
    await expectSound(page, 'login over what was typed')
    await logInHere(page, student.username, { password: 'een-ander-wachtwoord' })
    await expect(overIt(page).getByRole('alert')).toContainText('Login mislukt')
    await logInHere(page, student.username)
    await expect(overIt(page)).toHaveCount(0)
    await expect(page.getByLabel('Voornaam')).toHaveValue('Jade')
    await expect(page.getByLabel('Achternaam')).toBeFocused()
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Opgeslagen.')).toBeVisible()
  })

  test('a teacher’s message, list, moment, user and result are still there, and what was pressed is done', async ({
    browser,
    product,
    situation,
  }) => {
    test.slow()
    const page = await browser.newPage({ ...DESK, baseURL: product.url, serviceWorkers: 'block' })
    const student = await situation(['ALG'])
    const past = await student.addMoment({ inDays: -1 })
    await student.enroll(past, 'ALG')
    const comeBack = async () => {
      await expect(overIt(page)).toBeVisible()
      await logInHere(page, TEACHER)
      await expect(overIt(page)).toHaveCount(0)
    }

    await test.step('ended on another device, while a message of 740 characters is typed', async () => {
      const text = 'Neem je rekenmachine en je legitimatie mee. '.repeat(17).slice(0, 740).trim()
      const live = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/live'))
      await logInAtDesk(page, `/admin/messages/new?kind=testmoment&testmoment_id=${past}`)
      await live
      await page.getByLabel('Onderwerp').fill('Wat je meeneemt')
      await page.getByLabel('Tekst').fill(text)
      await endOtherLogins(product, { username: TEACHER })
      await comeBack()
      await expect(page.getByLabel('Tekst')).toHaveValue(text)
      await expect(page.getByLabel('Tekst')).toBeFocused()
      await page.getByRole('button', { name: 'Versturen', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Versturen aan 1 student' }).click()
      const sent = product.database.kysely.selectFrom('message').select('text').where('text', '=', text)
      await expect.poll(() => sent.execute()).toHaveLength(1)
    })

    await blockEvents(page)
    const user = product.database.kysely.selectFrom('user').select('first_name').where('id', '=', student.studentId)
    const people = Array.from({ length: 200 }, (_, n) => `Anna\tde Vries ${n}\tanna-${student.mark}-${n}@school.test`)
    for (const { path, type, press, done } of [
      {
        path: '/admin/import/students',
        type: () => page.getByLabel('Plak hier de lijst').fill(`Voornaam\tAchternaam\tE-mail\n${people.join('\n')}`),
        press: () => page.getByRole('button', { name: 'Controleren', exact: true }).click(),
        done: () => expect(page.getByRole('button', { name: '200 studenten importeren' })).toBeVisible(),
      },
      {
        path: '/admin/testmoments',
        type: async () => {
          await page.getByRole('button', { name: 'Toetsmoment toevoegen' }).click()
          await typeDate(page.getByRole('dialog'), addDays(dayOf(Date.now()), 40))
          await page.getByLabel('Locatie', { exact: true }).fill(`Zaal ${student.mark}`)
        },
        press: () => page.getByRole('button', { name: 'Toetsmoment Aanmaken' }).click(),
        done: () => expect(row(page, `Zaal ${student.mark}`)).toHaveCount(1),
      },
      {
        path: `/user/${student.studentId}/edit`,
        type: () => page.getByLabel('Voornaam').fill('Jadé'),
        press: () => page.getByRole('button', { name: 'Opslaan', exact: true }).click(),
        done: () => expect.poll(async () => (await user.executeTakeFirstOrThrow()).first_name).toBe('Jadé'),
      },
      {
        path: `/schoolyear/1/testmoment/${past}/results`,
        type: async () => {
          await row(page, /, Jad/).getByRole('gridcell').first().click()
          await page.keyboard.type('8')
        },
        press: () => page.keyboard.press('Enter'),
        done: () => expect(page.getByText('Alles is opgeslagen')).toBeVisible(),
      },
    ])
      await test.step(`refused at ${path}`, async () => {
        await goToScreen(page, path)
        await type()
        await endAllLogins(product)
        // On a busy machine another question of the app may learn of it before the press, which then waits for the return.
        await Promise.race([press(), expect(overIt(page)).toBeVisible()])
        await comeBack()
        await done()
      })
    await page.close()
  })

  test('is given up by who would rather not go on, and by nobody else who logs in there: neither leaves anything', {
    tag: '@all',
  }, async ({ page, product, situation }) => {
    const [student, other] = [await situation(['WIS1']), await situation(['WIS2'])]
    await blockEvents(page)
    const typeUntilTheEnd = async () => {
      await becomeNewcomer(product, student)
      await logIn(page, student.username)
      await page.getByLabel('Voornaam').fill('Geheim')
      await page.getByLabel('Achternaam').fill('van mij')
      await endAllLogins(product)
      // On a busy machine another question of the app may learn of it before the press.
      const pressing = page.getByRole('button', { name: 'Opslaan' }).click({ timeout: underLoad(10_000) })
      await pressing.catch(() => undefined)
      await expect(overIt(page)).toBeVisible()
    }
    const expectNothingLeft = async () => {
      expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain('Geheim')
      const names = product.database.kysely.selectFrom('user').select('first_name').where('first_name', '=', 'Geheim')
      expect(await names.execute()).toEqual([])
    }
    await typeUntilTheEnd()
    await overIt(page).getByRole('button', { name: 'Niet verdergaan' }).click()
    await expect(overIt(page)).toContainText('gaat dan verloren')
    await overIt(page).getByRole('button', { name: 'Toch niet verdergaan' }).click()
    await expectLoggedOut(page, student)
    await expect(page).toHaveURL('/')
    await expectNothingLeft()

    await typeUntilTheEnd()
    await logInHere(page, other.username)
    await expect(moduleCard(page, 'WIS2')).toBeVisible()
    await expectNothingLeft()
  })
})
