import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { emptyLists, fillLists } from './support/crowd.ts'
import { DESK, openDesk } from './support/desk.ts'
import { expect, openAs, openModule, test } from './support/test.ts'

test('a toast over a dialog can be read and closed there, on a page that is never idle too', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  // The dialog is there before what says things, as when a notification led to it; what comes when idle comes for a write.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.reload()
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  const said = page.getByRole('status').getByText('Je bent ingeschreven voor module WIS1')
  await expect(said).toBeVisible()
  // The page behind the dialog can't be pressed.
  await dialog.getByRole('button', { name: 'Melding sluiten' }).click()
  await expect(said).toBeHidden()
})

const PHONE = { width: 390, height: 844 }

test('a bar at the foot and the toast above it cover nothing at the end of a screen, on a phone and at a desk', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  test.setTimeout(underLoad(180_000))
  const student = await situation(['WIS1', 'STAT'])
  const { today, full } = await fillLists(student, product)
  const years = product.database.kysely.selectFrom('schoolyear').select('id').orderBy('id', 'desc')
  const { id: newest } = await years.executeTakeFirstOrThrow()
  await page.setViewportSize(DESK.viewport)
  await openDesk(page, `/schoolyear/1/testmoment/${today}/edit?tab=rooms`)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  const toast = page.getByRole('region', { name: 'Meldingen' }).getByRole('button', { name: 'Melding sluiten' })
  await expect(toast).toBeVisible()
  await keepToast(page)
  for (const [path, { title, begin }] of Object.entries(footScreens(student.mark, { today, full, newest })))
    await test.step(path, async () => {
      await page.setViewportSize(DESK.viewport)
      await page.evaluate((path) => history.pushState({}, '', path), path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await begin(page)
      await keepToast(page)
      await expect(page.locator('[data-foot="true"]')).toBeVisible()
      for (const viewport of [PHONE, DESK.viewport]) {
        await page.setViewportSize(viewport)
        await expect(toast, `${path}, ${viewport.width} px`).toBeVisible()
        await expect.poll(() => coveredAtEnd(page), { message: `${path}, ${viewport.width} px` }).toEqual([])
      }
    })
  await emptyLists(student, product)
})

/** On a page that nobody looks at a toast stays, until a pointer leaves it. */
async function keepToast(page: Page) {
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

interface FootScreen {
  title: string | RegExp
  /** makes the bar come */
  begin: (page: Page) => Promise<unknown>
}

const tick = (page: Page) =>
  page
    .getByRole('checkbox', { name: /aanvinken$/ })
    .last()
    .check()
const waitForButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).waitFor()

/** Screens with a bar at the foot, by their addresses. */
const footScreens = (
  mark: string,
  { today, full, newest }: { today: number; full: number; newest: number },
): Record<string, FootScreen> => ({
  '/admin/testmoments': { title: 'Toetsmomenten', begin: tick },
  '/admin/rooms': { title: 'Lokalen', begin: tick },
  [`/admin/users?search=${mark}`]: { title: 'Gebruikers', begin: tick },
  '/admin/education-departments/modules': {
    title: 'Modules per studierichting',
    begin: (page) =>
      page
        .getByRole('checkbox', { name: new RegExp(`^WIS1-${mark} bij `) })
        .last()
        .click(),
  },
  '/admin/import/rooms': {
    title: 'Lokalen importeren',
    begin: (page) => page.getByLabel(/^Plak hier/).fill('naam;plaatsen\nX;30'),
  },
  [`/schoolyear/${newest}/copy?from=1`]: { title: 'Toetsmomenten overnemen', begin: waitForButton(/aanmaken$/) },
  [`/schoolyear/1/testmoment/${today}/edit?tab=students`]: { title: /^Toetsmoment van/, begin: tick },
  [`/schoolyear/1/testmoment/${today}/results`]: { title: /^Uitslagen/, begin: waitForButton('Publiceren') },
  [`/schoolyear/1/testmoment/${full}/edit?tab=waiting`]: { title: /^Toetsmoment van/, begin: tick },
})

/** Texts and controls of the screen below a bar at the foot, the toasts or what floats there, scrolled to the end. */
const coveredAtEnd = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const main = document.querySelector('main')
    const covers = [...document.querySelectorAll('[data-foot="true"], [aria-label="Meldingen"] [data-category]')]
    const range = document.createRange()
    const texts = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (const grid of main?.querySelectorAll('*') ?? [])
      if (grid.scrollHeight > grid.clientHeight && /auto|scroll/.test(getComputedStyle(grid).overflowY))
        grid.scrollTop = grid.scrollHeight
    const look = (boxes: Iterable<DOMRect>, within: Element | null, words: string) => {
      // what scrolls in itself hides the rest
      const frame = within?.closest('[class*="_grid_"], [class*="_frame_"]')?.getBoundingClientRect()
      for (const { left, right, top, bottom, width, height } of boxes) {
        const [from, to] = [Math.max(top, frame?.top ?? top), Math.min(bottom, frame?.bottom ?? bottom)]
        if (width <= 1 || height <= 1 || to <= from) continue
        for (const cover of covers) {
          const at = cover.getBoundingClientRect()
          if (cover.contains(within)) continue
          if (from < at.bottom - 1 && at.top + 1 < to && left < at.right && at.left < right)
            found.push(`${words.trim()} below ${cover.textContent?.slice(0, 30)}`)
        }
      }
    }
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.data.trim() || !text.parentElement?.checkVisibility()) continue
      range.selectNodeContents(text)
      look(range.getClientRects(), text.parentElement, text.data)
    }
    for (const control of main?.querySelectorAll('a, button, input, select, [tabindex="0"]') ?? [])
      if (control.checkVisibility()) look([control.getBoundingClientRect()], control, control.outerHTML.slice(0, 80))
    return [...new Set(found)]
  })
