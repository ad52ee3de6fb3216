import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { test as base, expect, labelOfDay, logIn, moduleCard, openModule } from './support/test.ts'

/** A phone whose browser can be ended and started again: what it keeps is on its disk. */
const test = base.extend<{ startBrowser: () => Promise<BrowserContext> }>({
  startBrowser: async ({ playwright, launchOptions, viewport, baseURL, timezoneId }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'wiskunde-phone-'))
    const started: BrowserContext[] = []
    await use(async () => {
      const settings = {
        ...launchOptions,
        viewport,
        baseURL,
        timezoneId,
        locale: 'nl-NL',
        serviceWorkers: 'allow',
      } as const
      const browser = await playwright.chromium.launchPersistentContext(folder, settings)
      started.push(browser)
      return browser
    })
    await Promise.all(started.map((browser) => browser.close()))
    await rm(folder, { recursive: true, force: true })
  },
})

test('the browser starts while the server is away: the student is logged in, reads, and goes on when it returns', {
  tag: '@all',
}, async ({ startBrowser, product, situation }) => {
  const student = await situation(['WIS1', 'WIS2'])
  const moment = await student.addMoment({ inDays: 7 })
  await student.enroll(moment, 'WIS1')
  const yesterday = await startBrowser()
  const before = await yesterday.newPage()
  await logIn(before, student.username)
  await untilListsAreKept(before, student.studentId)
  // The access token has run out by the time they start again.
  await before.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session') ?? '')
    localStorage.setItem('session', JSON.stringify({ ...session, receivedAt: session.receivedAt - 86_400_000 }))
  })
  await yesterday.close()
  await product.stop()

  const browser = await startBrowser()
  const page = await browser.newPage()
  // This browser offers to install the app, which lies over the last card.
  const offer = page.getByRole('button', { name: 'Niet nu' })
  await page.addLocatorHandler(offer, () => offer.click())
  await page.goto('/')
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(7)}`)
  await expect(page.getByText(/^Geen verbinding met de server — bijgewerkt om/)).toBeVisible()
  await page.goto('/student/testmoments')
  await expect(page.getByRole('main')).toContainText(labelOfDay(7))
  await page.goto('/student/completed-modules')
  await expect(page.getByRole('main')).toContainText('WIS2')
  await page.goto('/student/modules')

  await product.start()
  await expect(page.getByText(/^Geen verbinding met de server/)).toBeHidden({ timeout: underLoad(15_000) })
  const dialog = await openModule(page, 'WIS2')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  expect(await student.enrollments()).toHaveLength(2)
})
