import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { firefox } from '../../scripts/machine.ts'
import { openDesk } from './support/desk.ts'
import { inFirefox } from './support/firefox.ts'
import { logIn as logInByFirefox, press, see } from './support/firefox-page.ts'
import { countPresence, keepPresence, untilListsAreKept } from './support/kept-lists.ts'
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
  expect(page.locator(`script[src="${await releases.scriptOf(name)}"]`)).toHaveCount(1, { timeout: underLoad(15_000) })
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Over de app' }).getByText(text)

test('a new version is announced once nobody is in a form, and comes when the student says so; another window asks', {
  tag: '@all',
}, async ({ page, context, releases, situation }) => {
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
  await expect(notice(other, 'Er is een nieuwe versie van de app')).toBeVisible({ timeout: underLoad(20_000) })
  await expect(notice(page, 'Er is een nieuwe versie van de app')).toBeHidden()
  await firstName.fill(before)
  await firstName.blur()

  await expect(notice(page, 'Er is een nieuwe versie van de app')).toBeVisible()
  await firstName.fill('Toch nog iets')
  await page.getByRole('button', { name: 'Nu bijwerken' }).click()
  await expect(notice(page, 'Sla het eerst op')).toBeVisible()
  await expect(firstName).toHaveValue('Toch nog iets')
  await firstName.fill(before)
  await page.getByRole('button', { name: 'Nu bijwerken' }).click()
  await expectRelease(releases, page, 'tweede')
  await expect(page.getByLabel('Voornaam')).toHaveValue(before)

  // A screen whose code the server has no more, in a window that nobody asked to go along.
  await other.bringToFront()
  await expect(notice(other, 'De app is bijgewerkt')).toBeVisible()
  await other.getByRole('link', { name: 'Toetsmomenten', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Toetsmomenten' })).toBeVisible()
  await expectRelease(releases, other, 'eerste')
  await other.getByRole('button', { name: 'Opnieuw laden' }).click()
  await expectRelease(releases, other, 'tweede')
})

test('what was put off, or not seen, comes by itself with the next start', { tag: '@all' }, async ({
  page,
  releases,
  situation,
}) => {
  const { username } = await situation(['WIS1'])
  await releases.beginWith('tweede')
  await start(page, username)
  await releases.release('eerste')
  await page.getByRole('button', { name: 'Later' }).click({ timeout: underLoad(20_000) })
  await expect(notice(page, 'Er is een nieuwe versie van de app')).toBeHidden()
  await expectRelease(releases, page, 'tweede')
  await page.reload()
  await expectRelease(releases, page, 'eerste')
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
})

test.describe('in a browser without workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen whose code a release took away is loaded again, once, by itself', { tag: '@all' }, async ({
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
    await expect(notice(page, 'De app is bijgewerkt')).toBeVisible({ timeout: underLoad(20_000) })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Instellingen' }).click()
    await expectRelease(releases, page, 'tweede')
    await expect(page.getByLabel('Voornaam')).toBeVisible()
  })
})

test('a worker that the server switches off goes with all it kept but unsent ticks; who types is left in peace', {
  tag: '@all',
}, async ({ page, context, releases, situation }) => {
  const { username } = await situation(['WIS1'])
  await releases.beginWith('eerste')
  await start(page, username)
  await page.evaluate(keepPresence)
  const typing = await context.newPage()
  await typing.goto('/settings/user')
  await typing.getByLabel('Voornaam').fill('Half getypt')

  await releases.release('tweede', { SERVICE_WORKER: 'off' })
  const whatIsLeft = async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    const databases = await indexedDB.databases()
    return [registrations.length, (await caches.keys()).length, ...databases.map(({ name }) => name)]
  }
  await page.waitForFunction(() => navigator.serviceWorker.controller === null, null, { timeout: underLoad(60_000) })
  await expect.poll(() => page.evaluate(whatIsLeft).catch(() => [])).toEqual([0, 0, 'presence'])
  expect(await page.evaluate(countPresence)).toEqual({ devices: 1, lists: 0, notes: 1, ticks: 1 })
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expect(typing.getByLabel('Voornaam')).toHaveValue('Half getypt')
  await typing.getByRole('button', { name: 'Opslaan' }).click()
  await expect(typing.getByText('Opgeslagen').first()).toBeVisible()
})

/** The kept page as servers sent it before codes were read at the door. */
const forbidCamera = async () => {
  let pages = 0
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const kept = await cache.match(request)
      const policy = kept?.headers.get('permissions-policy')
      if (!kept || !policy?.includes('camera=(self)') || !kept.headers.get('content-type')?.includes('text/html'))
        continue
      const headers = new Headers(kept.headers)
      headers.set('permissions-policy', policy.replace('camera=(self)', 'camera=()'))
      await cache.put(request, new Response(await kept.text(), { headers }))
      pages += 1
    }
  }
  return pages
}

test('an app that was installed before the camera was allowed reads codes once it is updated', { tag: '@all' }, async ({
  playwright,
  launchOptions,
  releases,
  situation,
}) => {
  const { product } = releases
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 0 })
  await student.enroll(moment, 'WIS1')
  await releases.beginWith('eerste')
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...camera],
  })
  const tablet = await browser.newContext({ baseURL: product.url, locale: 'nl-NL', timezoneId: 'Europe/Amsterdam' })
  const page = await tablet.newPage()
  await openDesk(page, `/schoolyear/1/testmoment/${moment}/presence`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  expect(await page.evaluate(forbidCamera)).toBe(1)
  await page.reload()
  const scan = page.getByRole('button', { name: 'Scannen' })
  await scan.click()
  await expect(page.getByText('De camera mag hier niet worden gebruikt')).toBeVisible()
  await page.getByRole('button', { name: 'Naar de lijst' }).click()

  await releases.release('tweede')
  await page.getByRole('button', { name: 'Nu bijwerken' }).click({ timeout: underLoad(20_000) })
  await expectRelease(releases, page, 'tweede')
  await scan.click()
  await expect(page.getByText('Houd de code van de student voor de camera.')).toBeVisible()
  const isSeen = () =>
    page.getByLabel('Beeld van de camera').evaluate((video: HTMLVideoElement) => video.videoWidth > 0)
  await expect.poll(isSeen).toBe(true)
  await browser.close()
})

test.describe('in Firefox', () => {
  test.skip(!firefox.find(), 'Firefox ESR is not on this machine')
  test.describe.configure({ timeout: underLoad(240_000) })

  test('a release comes in on the student’s word, and a worker that is switched off goes', { tag: '@all' }, async ({
    releases,
    situation,
  }) => {
    const student = await situation(['WIS1'])
    await releases.beginWith('eerste')
    await inFirefox({}, async (firefox) => {
      const page = await firefox.newPage()
      await logInByFirefox(page, `${releases.product.url}/student/modules`, student.username)
      await see(page, `WIS1-${student.mark}`)
      await untilListsAreKept(page, student.studentId)

      await releases.release('tweede')
      await press(page, 'Nu bijwerken')
      await page.waitForSelector(`script[src="${await releases.scriptOf('tweede')}"]`)
      await see(page, `WIS1-${student.mark}`)

      await releases.release('tweede', { SERVICE_WORKER: 'off' })
      await page.waitForFunction(() => navigator.serviceWorker.controller === null)
      await see(page, `WIS1-${student.mark}`)
      const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
      await expect.poll(workers).toBe(0)
    })
  })
})
