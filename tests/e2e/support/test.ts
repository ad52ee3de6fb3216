import { test as base, expect, type Page } from '@playwright/test'
import { fullPathOf } from '#contract/endpoint.ts'
import { loginCheck } from '#contract/sessions.gen.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import { REFRESH_TOKEN_KEY, REST_KEY } from '#src/session/session-storage.ts'
import { type Mailbox, startMailbox } from '#tests/support/mail/mailbox.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { clearSchool, PASSWORD, type Product, startProduct } from './product.ts'
import { createSituation, type Situation } from './situation.ts'

export interface TestFixtures {
  /** runs by itself: fails a test if a page did something that its content security policy forbids */
  contentSecurity: undefined
  /** makes a department, its modules and a student for this test alone */
  situation(moduleNames: string[]): Promise<Situation>
}

export interface WorkerFixtures {
  /** where the product's letters go */
  mailbox: Mailbox
  product: Product
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads this pattern to learn what the fixture needs
    async ({}, use) => {
      const mailbox = await startMailbox()
      await use(mailbox)
      await mailbox.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ mailbox }, use) => {
      const product = await startProduct({ smtpUrl: mailbox.url })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
  baseURL: async ({ product }, use) => {
    await clearSchool(product.database)
    await use(product.url)
  },
  contentSecurity: [
    async ({ context }, use) => {
      const violations: string[] = []
      context.on('console', (message) => {
        if (/content security policy|trusted ?(type|script|html)/i.test(message.text())) violations.push(message.text())
      })
      await use(undefined)
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
  situation: async ({ product }, use) => use((moduleNames) => createSituation(product.database, moduleNames)),
})

export { expect }

/**
 * Opens the path with a session of this story alone, made by the API. The login form costs 0.6 CPU-seconds more, and has
 * its own stories. Once for each context: it empties what the context stored.
 */
export async function openAs(page: Page, username: string, path = '/'): Promise<void> {
  const { agent, now } = await page.evaluate(() => ({ agent: navigator.userAgent, now: Date.now() }))
  const body = { data: { username, password: PASSWORD }, headers: { 'user-agent': agent } }
  const reply = await page.request.post(fullPathOf(loginCheck), body)
  const { token, refresh_token } = sessionTokensSchema.parse(await reply.json())
  const session = { [REST_KEY]: JSON.stringify({ token, receivedAt: now }), [REFRESH_TOKEN_KEY]: refresh_token }
  // Uses the first page of the app itself: Playwright's own way (`setStorageState`) opens another page for it.
  const storing = await page.addInitScript((items) => {
    if (location.protocol === 'about:') return
    sessionStorage.clear()
    localStorage.clear()
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, session)
  await page.goto(path)
  await storing.dispose()
}

/** Logs in at the path given, as a person does: by the labels on the screen. */
export async function logIn(page: Page, username: string, { path = '/', password = PASSWORD } = {}): Promise<void> {
  await page.goto(path)
  await logInHere(page, username, { password })
}

/** Logs in by the form that the page shows. */
export async function logInHere(page: Page, username: string, { password = PASSWORD } = {}): Promise<void> {
  await page.getByLabel('Gebruikersnaam').fill(username)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
}

/** The module's card on /student/modules. */
export const moduleCard = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}-`) }) })

/** Opens the module's dialog by its card and returns the dialog. */
export async function openModule(page: Page, name: string) {
  await moduleCard(page, name).getByRole('link').or(moduleCard(page, name).getByRole('button')).first().click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Mogelijke toetsmomenten voor module ${name}`) })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The label under which people know the moment on `date`. */
export const labelOf = (date: string, duration: 'day' | 'week' = 'day') => momentLabel({ date, duration }, Date.now())

export const labelOfDay = (inDays: number) => labelOf(addDays(dayOf(Date.now()), inDays))
