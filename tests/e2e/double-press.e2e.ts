import type { Locator, Page } from '@playwright/test'
import { DESK, goToScreen, openDesk } from './support/desk.ts'
import { expect, moduleCard, openAs, test } from './support/test.ts'

/** Taps are listened for soon after the first screen. The clicks of a mouse are counted by the browser at any time. */
const untilGuarded = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/later-[^/]*\.js$/.test(name)),
  )

/** Writes that a page sends to the server. */
function changesOf(page: Page): string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    const isChange = !['GET', 'OPTIONS'].includes(request.method())
    if (isChange && !/preview|refresh|login/.test(request.url())) changes.push(`${request.method()} ${request.url()}`)
  })
  return changes
}

test.describe(() => {
  test.use(DESK)

  test('a double click on a button opens its dialog, and does no more; so does a key that is held down', {
    tag: '@all',
  }, async ({ page, situation }) => {
    const student = await situation(['ALG'])
    const past = await student.addMoment({ inDays: -1 })
    await student.enroll(past, 'ALG')
    const moment = `/schoolyear/1/testmoment/${past}`
    await openDesk(page, `${moment}/results`)
    const changes = changesOf(page)
    const dialog = page.getByRole('dialog')
    const doubleClick = async (name: string | RegExp, title: string | RegExp, close = 'Sluiten') => {
      await page.getByRole('button', { name, exact: true }).dblclick()
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: close, exact: true }).dblclick()
      await expect(dialog).toHaveCount(0)
    }
    await doubleClick('Publiceren', /publiceren/i, 'Annuleren')
    await goToScreen(page, `${moment}/presence`)
    await doubleClick('Surveillanten', 'Surveillanten')
    await goToScreen(page, '/admin/modules')
    await doubleClick('Module toevoegen', 'Nieuwe module', 'Annuleren')
    await doubleClick(`Module ALG-${student.mark} wijzigen`, /wijzigen$/)
    await goToScreen(page, `/admin/messages/new?kind=testmoment&testmoment_id=${past}`)
    await page.getByLabel('Onderwerp').fill('Tot morgen')
    await page.getByLabel('Tekst').fill('Neem je rekenmachine mee.')
    await doubleClick('Versturen', /versturen/i, 'Annuleren')

    // The second press does not confirm what the first press opened, also if the confirming button lies under it.
    await page.getByRole('button', { name: 'Versturen', exact: true }).click()
    const confirm = await dialog.getByRole('button', { name: /^Versturen aan/ }).boundingBox()
    await dialog.getByRole('button', { name: 'Annuleren' }).click()
    await page.evaluate(({ x, y }) => {
      const send = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Versturen')
      Object.assign(send?.style ?? {}, { position: 'fixed', left: `${x}px`, top: `${y}px` })
    }, confirm ?? { x: 0, y: 0 })
    await page.mouse.dblclick((confirm?.x ?? 0) + 20, (confirm?.y ?? 0) + 20)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Annuleren' }).click()

    await page.getByRole('button', { name: 'Versturen', exact: true }).focus()
    for (const _ of [1, 2, 3]) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(changes).toEqual([])

    // A form that is sent again before its answer came is sent once.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/user/*', async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.fallback()
    })
    await goToScreen(page, `/user/${student.studentId}/edit`)
    await page.getByLabel('Voornaam').fill('Bram')
    for (const _ of [1, 2]) await page.keyboard.press('Enter')
    release()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    expect(changes).toHaveLength(1)
  })
})

test('a double tap on a phone opens a dialog or the menu, and does no more', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment({ inDays: 7 })
  // As in browsers that count no taps, and before Firefox 129 and Safari 18.2 do not say that a click was one.
  await page.addInitScript(() => {
    const ofClicks = (prototype: object, name: string, value: unknown) => {
      const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
      Object.defineProperty(prototype, name, {
        get(this: Event) {
          return this.type === 'click' ? value : get?.call(this)
        },
      })
    }
    ofClicks(PointerEvent.prototype, 'pointerType', undefined)
    ofClicks(UIEvent.prototype, 'detail', 1)
  })
  await openAs(page, student.username)
  await untilGuarded(page)
  const changes = changesOf(page)
  const doubleTap = async (button: Locator) => {
    await button.scrollIntoViewIfNeeded()
    const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    for (const _ of [1, 2]) await page.touchscreen.tap(x + width / 2, y + height / 2)
  }
  const card = moduleCard(page, 'WIS1')
  await doubleTap(card.getByRole('link').or(card.getByRole('button')).first())
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await doubleTap(dialog.getByRole('button', { name: 'Sluiten', exact: true }))
  await expect(dialog).toHaveCount(0)
  await doubleTap(page.getByRole('button', { name: /^Menu/ }))
  await expect(page.getByRole('button', { name: 'Uitloggen' })).toBeVisible()
  expect(changes).toEqual([])
})
