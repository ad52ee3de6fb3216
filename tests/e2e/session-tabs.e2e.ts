import type { BrowserContext, Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { expectLoggedOut, logOut } from './support/device.ts'
import { loginsOf, passOnServer } from './support/logins.ts'
import { expect, logIn, moduleCard, openModule, test } from './support/test.ts'

/** The server is asked by twenty at once in tests/faults/races. */
const TABS = 8
const DAY = 86_400_000

/** Every other tab has no locks to take turns by, as in some browsers: what these send has to meet at the server. */
const openTabs = (context: BrowserContext) =>
  Promise.all(
    Array.from({ length: TABS }, async (_, n) => {
      const tab = await context.newPage()
      if (n % 2 === 1)
        await tab.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
      await tab.goto('/')
      return tab
    }),
  )

test(`${TABS} tabs, opened together the next day, get one successor and all stay logged in`, { tag: '@all' }, async ({
  context,
  page,
  product,
  situation,
}) => {
  test.setTimeout(underLoad(60_000))
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await page.close()
  await passOnServer(product, student, 1)
  await context.clock.install({ time: Date.now() + DAY })
  await holdRefreshes(context, TABS / 2)

  const tabs = await openTabs(context)
  await Promise.all(tabs.map((tab) => expect(moduleCard(tab, 'WIS1')).toBeVisible({ timeout: underLoad(30_000) })))
  expect(await loginsOf(product, student)).toEqual([{ revoked: false, exchanged: 1, unused: 1 }])
})

test('a student who logs out in one tab is logged out in the other', { tag: '@all' }, async ({
  context,
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await openModule(other, 'WIS1')

  await logOut(page)
  await expectLoggedOut(page, student)
  await expectLoggedOut(other, student)
  await expect(other).toHaveURL('/')
  await expect.poll(() => loginsOf(product, student)).toMatchObject([{ revoked: true }])
})

test('the next student to log in, in any tab, sees nothing of the one before, nor by going back', async ({
  context,
  page,
  situation,
}) => {
  const [first, next] = [await situation(['WIS1']), await situation(['STAT'])]
  await first.addMoment()
  await logIn(page, first.username)
  await openModule(page, 'WIS1')
  const other = await context.newPage()
  await other.goto('/')
  await expect(moduleCard(other, 'WIS1')).toBeVisible()
  await page.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  await page.goBack()
  await logOut(page)
  for (const tab of [page, other]) await expectLoggedOut(tab, first)

  const sightings = await Promise.all([page, other].map((tab) => watchFor(tab, 'WIS1')))
  await page.getByLabel('Gebruikersnaam').fill(next.username)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('krijtbord-passer-9')
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  for (const tab of [page, other]) await expect(moduleCard(tab, 'STAT')).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/module=/)
  await expect(moduleCard(page, 'STAT')).toBeVisible()
  await page.goBack()
  await expect(moduleCard(page, 'STAT')).toBeVisible()
  for (const seen of sightings) expect(await seen()).toBe(0)
})

/** Holds all refreshes back until this many tabs ask for one. */
async function holdRefreshes(context: BrowserContext, together: number): Promise<void> {
  const { promise: allAsk, resolve: letThrough } = Promise.withResolvers<void>()
  let asking = 0
  await context.route('**/token/refresh', async (route) => {
    asking += 1
    if (asking === together) letThrough()
    await allAsk
    await route.continue()
  })
}

/** Counts from now on how often the page shows the text, if only for a moment. */
async function watchFor(page: Page, text: string): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle((wanted) => {
    const sightings = { count: 0 }
    const look = () => {
      if (document.body.textContent?.includes(wanted)) sightings.count += 1
    }
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
    look()
    return sightings
  }, text)
  return () => counter.evaluate(({ count }) => count)
}
