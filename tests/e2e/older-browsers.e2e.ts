import type { Page } from '@playwright/test'
import { graded } from '#domain/results/result.rules.ts'
import { newerKeys } from '../../scripts/check/browser-apis.ts'
import { DESK, openDesk } from './support/desk.ts'
import { countPresence, keepPresence } from './support/kept-lists.ts'
import { goTo, openMenu } from './support/menu.ts'
import { expect, logIn, moduleCard, openModule, test } from './support/test.ts'

/** What newer browsers have, by global and member: `Map.groupBy`, `HTMLElement.hidePopover`, `BarcodeDetector`. */
const NEWER = [...newerKeys('api.'), ...newerKeys('javascript.builtins.')].filter(
  // The last one is called by Playwright itself.
  (key) => !/_event$|^Element.checkVisibility$/.test(key),
)

/** Takes it all away from the pages that are opened from here on. Errors that nobody caught are collected. */
async function makeOld(page: Page): Promise<{ errors: string[] }> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript((keys) => {
    const scope = window as unknown as Record<string, { prototype?: object } | undefined>
    for (const key of keys) {
      const [owner = '', member, ...deeper] = key.split('.')
      if (deeper.length > 0) continue
      if (!member) {
        delete scope[owner]
        continue
      }
      const name = member.replace('_static', '')
      const owners = owner === 'Window' ? [window] : [scope[owner], scope[owner]?.prototype]
      for (const place of owners) if (place) Reflect.deleteProperty(place, name)
    }
  }, NEWER)
  return { errors }
}

test('a student with the oldest browser enrols, leaves and goes to each screen', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const past = await student.addMoment({ inDays: -5 })
  await student.note(await student.enroll(past, 'STAT'), { result: graded(65) })
  await student.addMoment({ inDays: 5 })
  const { errors } = await makeOld(page)
  await page.goto('/register')
  await page.evaluate(keepPresence)
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expect.poll(() => page.evaluate(countPresence)).toMatchObject({ devices: 1, lists: 0, ticks: 1 })
  const hasNewer = await page.evaluate(() => 'hidePopover' in document.body || 'groupBy' in Map || 'any' in AbortSignal)
  expect(hasNewer).toBe(false)

  const dialog = await openModule(page, 'WIS1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await dialog.getByRole('button', { name: /^Uitschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sluiten', exact: true }).click()
  await goTo(page, 'Toetsmomenten')
  await goTo(page, 'Afgerond')
  await goTo(page, 'Berichten')
  await goTo(page, 'Mijn toetsen')
  await expect(page.getByRole('main')).toContainText(`STAT-${student.mark}`)
  await goTo(page, 'Instellingen')
  await expect(page.getByLabel('Voornaam')).toBeVisible()
  await openMenu(page)
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  expect(errors).toEqual([])
})

test.describe('at a desk', () => {
  test.use(DESK)

  test('a teacher with the oldest browser goes to each screen, and types a result', { tag: '@all' }, async ({
    page,
    situation,
  }) => {
    const student = await situation(['WIS1', 'STAT'])
    const moment = await student.addMoment({ inDays: -1 })
    await student.enroll(moment, 'WIS1')
    const { errors } = await makeOld(page)
    await openDesk(page, '/')
    const links = page.getByRole('navigation', { name: 'Hoofdmenu' }).getByRole('listitem').getByRole('link')
    const screens = await links.allTextContents()
    expect(screens.length).toBeGreaterThan(8)
    for (const screen of screens) {
      await links.getByText(screen, { exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
      await expect(page.getByText('Er ging iets mis')).toBeHidden()
    }
    for (const screen of ['edit', 'presence', 'results']) {
      await page.goto(`/schoolyear/1/testmoment/${moment}/${screen}`)
      await expect(page.getByRole('main')).toContainText('WIS1')
    }
    await page
      .getByRole('row', { name: /^Berg, Jade/ })
      .getByRole('gridcell')
      .first()
      .click()
    await page.keyboard.type('7.5')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Alles is opgeslagen')).toBeVisible()
    await openMenu(page)
    await page.getByRole('button', { name: 'Uitloggen' }).click()
    await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
    expect(errors).toEqual([])
  })
})

test.describe('a browser that is older still', () => {
  const sentence = /^Deze browser is te oud voor Wiskunde inschrijven\. .* en nieuwer\.$/

  test('reads why the page is empty, where the first file does not parse', { tag: '@all' }, async ({ page }) => {
    await page.route(/\/assets\/main-.*\.js$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `const newer = @later\n${await response.text()}` })
    })
    await page.goto('/')
    await expect(page.locator('body > *')).toHaveText([sentence])
  })

  test('reads it at once, where the language lacks something', { tag: '@all' }, async ({ page }) => {
    await page.addInitScript(() => void Reflect.deleteProperty(Array.prototype, 'toSorted'))
    await page.goto('/student/modules')
    await expect(page.locator('body > *')).toHaveText([sentence])
    await page.waitForLoadState('networkidle')
    await expect(page.locator('body > *')).toHaveText([sentence])
  })
})
