import type { Browser, Page } from '@playwright/test'
import { keptLists, untilListsAreKept } from './support/kept-lists.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, labelOfDay, moduleCard, openAs, openModule, test } from './support/test.ts'

const untilLive = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/v1/live'))

/** Another student's phone. */
async function anotherPhone(browser: Browser, baseURL: string | undefined, username: string): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  const live = untilLive(page)
  await openAs(page, username)
  await live
  return page
}

const button = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) })

test('one student takes the last seat, another waits and gets it as soon as it is free, without a reload', async ({
  page,
  browser,
  baseURL,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const classmate = await student.addClassmate()
  await student.addMoment({ inDays: 10, seats: 1 })
  const other = await anotherPhone(browser, baseURL, classmate.username)
  await openAs(page, student.username)
  const [mine, theirs] = [await openModule(page, 'WIS1'), await openModule(other, 'WIS1')]
  await expect(theirs).toContainText('Nog 1 plaats')

  // A finger that is on its way to 'Inschrijven' when the button turns.
  await other.evaluate((name) => {
    const turned = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name))
    new MutationObserver((_, observer) => {
      if (!turned()) return
      turned()?.click()
      observer.disconnect()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, 'Zet me op de wachtlijst')
  await button(page, 'Inschrijven').click()
  await expect(button(page, 'Uitschrijven')).toBeVisible()
  await expect(theirs).toContainText('Dit toetsmoment is vol.')
  await expect(theirs, 'that it is full is said once').not.toContainText('Vol')
  await expect(theirs, 'what its button says').not.toContainText('Je kunt op de wachtlijst.')
  await expect(theirs).toContainText('Er wacht nog niemand.')
  await button(other, 'Zet me op de wachtlijst').click()
  await expect(theirs).toContainText('Je staat op de wachtlijst · Je bent de 1e')
  const leave = button(other, 'Van de wachtlijst af')
  await expect(leave).toBeFocused()
  const leaving = other.getByRole('dialog', { name: /^Van de wachtlijst voor module WIS1-.* af\?$/ })
  const leaveLine = async () => {
    await leave.click()
    await expect(leaving).toContainText('Je bent de 1e voor toetsmoment')
    await leaving.getByRole('button', { name: 'Van de wachtlijst af' }).click()
  }
  await leave.click()
  await leaving.getByRole('button', { name: 'Annuleren' }).click()
  await expect(leave).toBeFocused()
  await leaveLine()
  await button(other, 'Zet me op de wachtlijst').click()
  await expect(leave).toBeVisible()

  const question = page.getByRole('dialog', { name: /^Je plaats voor module WIS1-.* opgeven\?$/ })
  await button(page, 'Uitschrijven').click()
  await expect(question).toContainText('is vol. Je plaats gaat naar wie wacht. Er wacht 1 student.')
  await leaveLine()
  await expect(question, 'who left the line is counted no more').toContainText('Je plaats kan meteen door een ander')
  await button(other, 'Zet me op de wachtlijst').click()
  await expect(question).toContainText('Er wacht 1 student.')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(button(page, 'Uitschrijven'), 'the dialog around the question stays').toBeFocused()
  expect(await student.enrollments()).toHaveLength(1)
  await button(page, 'Uitschrijven').click()
  await question.getByRole('button', { name: 'Uitschrijven' }).click()
  const won = `Je hebt een plaats: je bent ingeschreven voor module WIS1-${student.mark}.`
  await expect(theirs.getByRole('status').getByText(won)).toBeVisible()
  await expect(button(other, 'Uitschrijven')).toBeVisible()
  await expect(mine).toContainText('Dit toetsmoment is vol.')
  await expect(button(page, 'Zet me op de wachtlijst')).toBeVisible()

  await other.keyboard.press('Escape')
  await expect(moduleCard(other, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(10)}`)
  const line = other.locator('[data-area="next"]').getByText(won)
  await other.getByRole('button', { name: /^Sluiten/ }).click()
  await expect(line).toBeHidden()
  await other.reload()
  await expect(moduleCard(other, 'WIS1')).toContainText('Ingeschreven')
  await expect(line).toBeHidden()
  await other.context().close()
})

test('a student who comes just too late reads so, and is offered the waiting list in the same dialog', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const classmate = await student.addClassmate()
  const last = await student.addMoment({ inDays: 10, seats: 1 })
  await openAs(page, student.username)
  await openModule(page, 'WIS1')
  await expect(button(page, 'Inschrijven')).toBeEnabled()
  const news = Promise.withResolvers<void>()
  await page.route(/\/seats$/, (route) => news.promise.then(() => route.fallback()))
  await classmate.enroll(last, 'WIS1')

  await button(page, 'Inschrijven').click()
  news.resolve()
  await expect(page.getByText('Dit toetsmoment is vol. Je kunt op de wachtlijst.').first()).toBeVisible()
  await expect(button(page, 'Zet me op de wachtlijst')).toBeVisible()
  expect(await student.enrollments()).toEqual([])

  // Beside a module's name there is room for two lines: how many wait is said once, above all modules.
  await (await student.addClassmate()).wait(last, 'WIS1')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/student/testmoments?moment=${last}`)
  await expect(page.getByRole('dialog')).toContainText('Dit toetsmoment is vol. Er wacht 1 student.')
  const { height } = (await button(page, 'Zet me op de wachtlijst').boundingBox()) ?? {}
  expect(height).toBeLessThanOrEqual(TWO_LINES_PX)
})

/** Height of a button, which is that of a touch target. */
const TWO_LINES_PX = 44

test('a student who takes the module elsewhere waits to be moved, and keeps that seat until then', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  const classmate = await student.addClassmate()
  const first = await student.addMoment({ inDays: 10 })
  const full = await student.addMoment({ inDays: 20, seats: 1 })
  await student.enroll(first, 'WIS1')
  await classmate.enroll(full, 'WIS1')
  const teacher = await startTeacher(product)
  const live = untilLive(page)
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await live
  await expect(dialog).toContainText('Je kunt wachten om te verplaatsen: tot die tijd blijf je daar ingeschreven.')
  await button(page, 'Wachten om te verplaatsen').click()
  await expect(dialog).toContainText(`Je blijft ingeschreven voor ${labelOfDay(10)} tot je hier een plaats hebt.`)
  expect(await student.enrollments()).toMatchObject([{ testmoment_id: first }])

  await teacher.edit(full, { enrollments_enabled: false })
  await expect(dialog).toContainText('De wachtlijst staat stil zolang de inschrijvingen gesloten zijn.')
  await teacher.edit(full, { enrollments_enabled: true, seats: 2 })
  await expect(dialog.getByRole('status').getByText(/^Je hebt een plaats/)).toBeVisible()
  expect(await student.enrollments()).toMatchObject([{ testmoment_id: full }])
})

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a place in line is found again after a lost answer, a reload and without a network', { tag: '@all' }, async ({
    page,
    context,
    product,
    situation,
  }) => {
    const student = await situation(['WIS1'])
    const classmate = await student.addClassmate()
    const full = await student.addMoment({ inDays: 10, seats: 1 })
    await classmate.enroll(full, 'WIS1')
    const teacher = await startTeacher(product)
    await openAs(page, student.username)
    await untilListsAreKept(page, student.studentId)
    const dialog = await openModule(page, 'WIS1')

    const joining = '**/api/v1/waiting'
    await context.route(joining, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await button(page, 'Zet me op de wachtlijst').click()
    await expect(page.getByText(/^Je staat op de wachtlijst voor module/)).toBeVisible()
    await expect(dialog).toContainText('Je bent de 1e')
    await context.unroute(joining)

    await page.reload()
    await expect(dialog).toContainText('Je bent de 1e')
    await expect
      .poll(async () => (await keptLists(page)).find(({ url }) => url.endsWith('/seats'))?.body)
      .toContain('"place":1')
    await context.setOffline(true)
    await page.reload()
    await expect(dialog).toContainText(/Je bent offline — bijgewerkt om\s\d\d:\d\d/)
    await expect(dialog).toContainText(/Je\sbent\sde\s1e/)
    await expect(button(page, 'Van de wachtlijst af')).toBeDisabled()
    await expect(button(page, 'Van de wachtlijst af')).toHaveAccessibleDescription('Wacht op verbinding')

    await context.setOffline(false)
    await expect(button(page, 'Van de wachtlijst af')).toBeEnabled()
    await teacher.edit(full, { seats: 2 })
    await expect(dialog.getByRole('status').getByText(/^Je hebt een plaats/)).toBeVisible()
    await expect(button(page, 'Uitschrijven')).toBeVisible()

    await page.route('**/api/v1/live', (route) => route.abort())
    await page.reload()
    await expect(dialog.getByText(/^Plaatsen bijgewerkt om\s\d\d:\d\d$/)).toBeVisible()
  })
})
