import type { Page } from '@playwright/test'
import type { ReleaseName, Releases } from './support/releases.ts'
import { expect, test } from './support/releases-test.ts'
import { logIn, moduleCard } from './support/test.ts'

// One after the other, since there is one product; none needs what another left. To either release the other is new.
test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })

/** Logged in, with the worker in charge of the page. */
async function start(page: Page, username: string): Promise<void> {
  await logIn(page, username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

const expectRelease = async (releases: Releases, page: Page, name: ReleaseName) =>
  expect(page.locator(`script[src="${await releases.scriptOf(name)}"]`)).toHaveCount(1, { timeout: 15_000 })
const told = (page: Page, text: string) => page.getByRole('region', { name: 'Over de app' }).getByText(text)

test('a new version is told of once nobody is in a form, and comes on the student’s word; another window asks', async ({
  page,
  context,
  releases,
  situation,
}) => {
  const { username } = await situation(['WIS1'])
  await releases.beginWith('eerste')
  await start(page, username)
  await expectRelease(releases, page, 'eerste')
  const other = await context.newPage()
  await other.goto('/student/modules')
  await expect(moduleCard(other, 'WIS1')).toBeVisible()

  await page.bringToFront()
  await page.goto('/settings/user')
  const firstName = page.getByLabel('Voornaam')
  const before = await firstName.inputValue()
  await firstName.fill('Half getypt')
  await releases.release('tweede')
  await expect(told(other, 'Er is een nieuwe versie van de app')).toBeVisible({ timeout: 20_000 })
  await expect(told(page, 'Er is een nieuwe versie van de app')).toBeHidden()
  await firstName.fill(before)
  await firstName.blur()

  await expect(told(page, 'Er is een nieuwe versie van de app')).toBeVisible()
  await firstName.fill('Toch nog iets')
  await page.getByRole('button', { name: 'Nu bijwerken' }).click()
  await expect(told(page, 'Sla het eerst op')).toBeVisible()
  await expect(firstName).toHaveValue('Toch nog iets')
  await firstName.fill(before)
  await page.getByRole('button', { name: 'Nu bijwerken' }).click()
  await expectRelease(releases, page, 'tweede')
  await expect(page.getByLabel('Voornaam')).toHaveValue(before)

  // A screen whose code the server has no more, in a window that nobody asked to go along.
  await other.bringToFront()
  await expect(told(other, 'De app is bijgewerkt')).toBeVisible()
  await other.getByRole('button', { name: 'Menu' }).click()
  await other.getByRole('link', { name: 'Toetsmomenten', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Toetsmomenten' })).toBeVisible()
  await expectRelease(releases, other, 'eerste')
  await other.getByRole('button', { name: 'Opnieuw laden' }).click()
  await expectRelease(releases, other, 'tweede')
})

test('what was put off, or not seen, comes by itself with the next start', async ({ page, releases, situation }) => {
  const { username } = await situation(['WIS1'])
  await releases.beginWith('tweede')
  await start(page, username)
  await releases.release('eerste')
  await page.getByRole('button', { name: 'Later' }).click({ timeout: 20_000 })
  await expect(told(page, 'Er is een nieuwe versie van de app')).toBeHidden()
  await expectRelease(releases, page, 'tweede')
  await page.reload()
  await expectRelease(releases, page, 'eerste')
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
})

test.describe('in a browser without workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen whose code a release took away is loaded anew, once, by itself', async ({
    page,
    releases,
    situation,
  }) => {
    const { username } = await situation(['WIS1'])
    await releases.beginWith('eerste')
    const following = page.waitForResponse(/\/live$/)
    await logIn(page, username)
    await Promise.all([following, expect(page.getByRole('region', { name: 'Over de app' })).toBeAttached()])
    await releases.release('tweede')
    await expect(told(page, 'De app is bijgewerkt')).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Instellingen' }).click()
    await expectRelease(releases, page, 'tweede')
    await expect(page.getByLabel('Voornaam')).toBeVisible()
  })
})

test('a worker that the server switches off goes with all it kept; who types is left in peace', async ({
  page,
  context,
  releases,
  situation,
}) => {
  const { username } = await situation(['WIS1'])
  await releases.beginWith('eerste')
  await start(page, username)
  const typing = await context.newPage()
  await typing.goto('/settings/user')
  await typing.getByLabel('Voornaam').fill('Half getypt')

  await releases.release('tweede', { SERVICE_WORKER: 'off' })
  const isGone = async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    return registrations.length + (await caches.keys()).length + (await indexedDB.databases()).length
  }
  await page.waitForFunction(() => navigator.serviceWorker.controller === null, null, { timeout: 20_000 })
  await expect.poll(() => page.evaluate(isGone)).toBe(0)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expect(typing.getByLabel('Voornaam')).toHaveValue('Half getypt')
  await typing.getByRole('button', { name: 'Opslaan' }).click()
  await expect(typing.getByText('Opgeslagen').first()).toBeVisible()
})
