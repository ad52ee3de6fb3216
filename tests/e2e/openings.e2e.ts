import type { Locator, Page } from '@playwright/test'
import type { Situation } from './support/situation.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, openAs, test } from './support/test.ts'

/** Remembers the boxes of all rows, headings and things to press in sight, and tells later which of them moved or went. */
async function boxesOf(place: Locator) {
  const seen = await place.evaluateHandle((root) =>
    [...root.querySelectorAll('button, a, summary, li, article, h2, h3')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, was: element.getBoundingClientRect(), text: element.textContent?.slice(0, 40) })),
  )
  return {
    moved: () =>
      seen.evaluate((all) =>
        all.flatMap(({ element, was, text }) => {
          const is = element.getBoundingClientRect()
          // A card's link covers its whole card, however long its word is; a heading is as wide as its text.
          const sides = (['y', 'height', 'x', 'width'] as const).slice(
            0,
            element.matches('[data-covers]') ? 2 : element.matches('h2, h3') ? 3 : 4,
          )
          const moves = sides.filter((side) => Math.abs(is[side] - was[side]) > 0.01)
          return moves.map((side) => `${element.tagName} ${text}: ${side} ${was[side]} is ${is[side]}`)
        }),
      ),
  }
}

const inFold = (place: Locator) =>
  place.locator('details').getByRole('button', { name: /^Inschrijven/, includeHidden: true, disabled: false })

/**
 * The moment's dialog, a module's dialog, that of one that is taken there, the list, the dialogs of a moment that is open and of one that is full, and the start
 * page, each in a window of its own. The start page comes last, and its news when it is called: one that waits longer than a request may
 * is taken for a lost network.
 */
async function openPlaces(
  page: Page,
  student: Situation,
  { moment, open, full }: Record<'moment' | 'open' | 'full', number>,
) {
  await openAs(page, student.username, `/student/testmoments?moment=${moment}`)
  const opened = async (path: string, prepare?: (other: Page) => Promise<unknown>) => {
    const other = await page.context().newPage()
    await other.setViewportSize(page.viewportSize() ?? { width: 390, height: 844 })
    await prepare?.(other)
    await other.goto(path)
    return other
  }
  const module = (await opened(`/student/modules?module=${student.modules.WIS1}`)).getByRole('dialog')
  const own = (await opened(`/student/modules?module=${student.modules.ANA}`)).getByRole('dialog')
  const list = (await opened('/student/testmoments')).getByRole('main')
  const beside = (await opened(`/student/testmoments?moment=${open}`)).getByRole('dialog')
  const besideFull = (await opened(`/student/testmoments?moment=${full}`)).getByRole('dialog')
  for (const place of [page.getByRole('dialog'), module, own, list])
    await expect(place.getByRole('timer').first()).toContainText('Opent over')
  const news = Promise.withResolvers<void>()
  const holdNews = async (other: Page) => {
    await other.route(/\/user\/\d+\/(messages|history)/, async (route) => {
      await news.promise
      await route.fallback()
    })
  }
  const start = (await opened('/student/modules', holdNews)).getByRole('main')
  await expect(start.getByRole('timer').first()).toContainText('Opent over')
  return { places: { moment: page.getByRole('dialog'), module, own, list, start }, beside, besideFull, news }
}

for (const [width, height] of [
  [320, 700],
  [390, 844],
  [1280, 900],
] as const)
  test(`what opens while a student looks at it says so at its place, and nothing moves: at ${width} px`, {
    tag: width === 320 ? [] : '@all',
  }, async ({ page, product, situation }) => {
    await page.setViewportSize({ width, height })
    const student = await situation(['WIS1', 'STAT', 'ALG', 'ANA'])
    const teacher = await startTeacher(product)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const planned = await student.addMoment({ inDays: 20, open: false, opensAt: tomorrow, max: 3, seats: 40 })
    const free = await student.addMoment({ inDays: 25, open: false, opensAt: tomorrow, modules: ['WIS1'] })
    const open = await student.addMoment({ inDays: 30 })
    // Open and full: the taken module may wait there once it can be moved.
    const full = await student.addMoment({ inDays: 35, seats: 1, modules: ['ANA'] })
    await (await student.addClassmate()).enroll(full, 'ANA')
    await student.enroll(planned, 'ANA')
    // Three that are closed and not planned: those are folded.
    const closed: number[] = []
    for (const inDays of [40, 50, 60]) closed.push(await student.addMoment({ inDays, open: false }))
    const [one = 0, other = 0] = closed
    const { places, beside, besideFull, news } = await openPlaces(page, student, { moment: planned, open, full })
    const { moment, module, own, list, start } = places
    const button = moment.getByRole('listitem', { name: /^WIS1/ }).getByRole('button', { name: /^Inschrijven/ })
    // At the open moment, the module that is taken at the planned one: it can be moved once that opens.
    const moves = [
      ...[own, beside].map((dialog) => dialog.getByRole('button', { name: /^Verplaats naar dit moment voor ANA/ })),
      ...[own, besideFull].map((dialog) => dialog.getByRole('button', { name: /^Wachten om te verplaatsen voor ANA/ })),
    ]

    await test.step('planned openings, brought forward', async () => {
      await expect(button).toBeDisabled()
      for (const move of moves) await expect(move).toBeDisabled()
      const boxes = await Promise.all([...Object.values(places), beside, besideFull].map(boxesOf))
      news.resolve()
      await expect(start.getByText('geen nieuwe')).toHaveCount(2)
      for (const word of await start.getByText('geen nieuwe').all()) await expect(word).toBeVisible()
      const soon = new Date(Date.now() + 2_000).toISOString()
      for (const id of [planned, free]) await teacher.edit(id, { enrollments_open_at: soon })
      await expect(button).toBeEnabled()
      await expect(moment).toContainText('Nu open')
      for (const move of moves) await expect(move).toBeEnabled()
      for (const place of Object.values(places)) {
        await expect(place.getByText(/Opent over|Opent nu/)).toHaveCount(0)
        await expect(inFold(place)).toHaveCount(0)
      }
      expect((await Promise.all(boxes.map(({ moved }) => moved()))).flat()).toEqual([])
    })
    await test.step('an opening by hand of what is folded: it leaves the fold, and appears below it', async () => {
      const boxes = await Promise.all([boxesOf(module), boxesOf(list)])
      await teacher.edit(one, { enrollments_enabled: true })
      await expect(module.locator('summary')).toHaveText('Nu gesloten (2)')
      await expect(list.locator('summary')).toHaveText('Nu niet te kiezen (2)')
      for (const place of [module, list]) await expect(inFold(place)).toHaveCount(0)
      expect((await Promise.all(boxes.map(({ moved }) => moved()))).flat()).toEqual([])
    })
    await test.step('a fold that the student opened becomes a plain list, in which nothing moves', async () => {
      await module.locator('summary').click()
      const rows = () =>
        module
          .getByRole('listitem')
          .evaluateAll((all) => all.map((row) => JSON.stringify(row.getBoundingClientRect())).slice(0, -1))
      const before = await rows()
      await teacher.edit(other, { enrollments_enabled: true })
      await expect(module.getByText('Nu te kiezen (1), nu gesloten (1)')).toBeVisible()
      await expect(module.locator('details')).toHaveCount(0)
      expect(await rows()).toEqual(before)
    })
    await test.step('and what stood there is pressed', async () => {
      await button.click()
      await expect(moment.getByRole('listitem', { name: /^WIS1/ })).toContainText('Ingeschreven')
    })
  })
