import type { Page } from '@playwright/test'
import { startSchoolProvider, type TestProvider } from '#tests/support/api/school-provider.ts'
import { freePort } from '#tests/support/free-port.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { openMenu } from './support/menu.ts'
import { startProduct } from './support/product.ts'
import { test as base, expect, logIn, moduleCard } from './support/test.ts'

/** With a login of the school. */
const test = base.extend<object, { port: number; school: TestProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads this pattern to learn what the fixture needs
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  school: [
    async ({ port }, use) => {
      const school = await startSchoolProvider({ publicUrl: `http://127.0.0.1:${port}`, people: {}, withPage: true })
      await use(school)
      await school.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ mailbox, school, port }, use) => {
      const product = await startProduct({ smtpUrl: mailbox.url, port, settings: school.settings })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
})
test.describe.configure({ mode: 'default' })

const toSchool = (page: Page) => page.getByRole('button', { name: 'Inloggen met je schoolaccount' })
const atSchool = (page: Page, name: string) => page.getByRole('link', { name })

test('a student who came for one page sees it after logging in at the school, and can log out there too', async ({
  page,
  school,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  school.people.set('jade', claims('Jade', { email: student.username }))
  await page.goto(`/student/modules?module=${student.modules.WIS1}`)
  await toSchool(page).click()
  await atSchool(page, 'Jade').click()
  await expect(page.getByRole('dialog')).toContainText('Mogelijke toetsmomenten voor module WIS1')
  expect(page.url()).toMatch(new RegExp(`/student/modules\\?module=${student.modules.WIS1}$`))

  await page.keyboard.press('Escape')
  await openMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await page.getByRole('link', { name: 'Log ook uit bij je school' }).click()
  await expect(page).toHaveURL(new RegExp(`^${school.issuer}/session/end`))
})

test('a login at the school that comes to nothing says why, and leads where it would have led once it is done again', {
  tag: '@all',
}, async ({ page, school, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  school.people.set('unsure', claims('Twijfel', { email: student.username, email_verified: false }))
  school.people.set('sure', claims('Zeker', { email: student.username }))
  const path = `/student/modules?module=${student.modules.WIS1}`
  await page.goto(path)
  await toSchool(page).click()
  await atSchool(page, 'Annuleren').click()
  await expect(page.getByText('Je hebt het inloggen afgebroken.')).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe(path)

  await toSchool(page).click()
  await atSchool(page, 'Twijfel').click()
  await expect(page.getByRole('alert')).toContainText('Je school bevestigt niet dat dit e-mailadres van jou is.')

  await page.context().clearCookies({ domain: 'localhost' })
  await toSchool(page).click()
  await atSchool(page, 'Zeker').click()
  await expect(page.getByRole('dialog')).toContainText('Mogelijke toetsmomenten voor module WIS1')
})

test('a newcomer from the school is asked what the school did not send', { tag: '@all' }, async ({ page, school }) => {
  school.people.set('nieuw', { email: `nieuw-${process.pid}@e2e.example`, email_verified: true })
  await page.goto('/')
  await toSchool(page).click()
  await atSchool(page, 'nieuw').click()
  await expect(page).toHaveURL(/\/onboarding/)
  await expect(page.getByLabel('Voornaam')).toHaveValue('')
})

test('while the school’s page can’t be reached its button says so, and a password goes on working', {
  tag: '@all',
}, async ({ page, product, school, situation }) => {
  const student = await situation(['WIS1'])
  // The server caches a provider's configuration for an hour.
  await product.stop()
  school.switchOff()
  await product.start()
  // A press before that is known is led back by the server, with the same words.
  await page.goto('/login')
  await page.evaluate(() => window.location.assign('/api/v1/school_login'))
  await expect(page.getByRole('alert')).toContainText('De inlogpagina van je school is nu niet te bereiken.')
  await expect(toSchool(page)).toBeDisabled()
  await page.goto('/')
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  school.switchOn()
})

const claims = (given_name: string, more: object) => ({
  given_name,
  family_name: 'van den Berg',
  email_verified: true,
  ...more,
})
