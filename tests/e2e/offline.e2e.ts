import type { BrowserContext, Page } from '@playwright/test'
import { DOMAIN } from '#database/demo/people.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { openMenu } from './support/menu.ts'
import { expectClearInLargeLetters } from './support/sound.ts'
import { expect, labelOfDay, moduleCard, openAs, openModule, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

declare global {
  interface Window {
    /** how often a button of the dialog could no longer be pressed, for another reason than its own work */
    holds: number
    /** answers of the server for the list of modules, until now and when the first button could be pressed */
    answers: number
    answersWhenFree: number | null
  }
}

const countHolds = (page: Page) =>
  page.addInitScript(() => {
    const isHeld = () => document.querySelector('dialog li button[aria-disabled]:not([aria-busy])') !== null
    const ask = window.fetch
    let wasHeld = false
    Object.assign(window, { holds: 0, answers: 0, answersWhenFree: null })
    window.fetch = async (...input) => {
      const answer = await ask(...input)
      const isKept = answer.status === 204 || answer.headers.has('x-kept-at')
      if (/module-statuses$/.test(answer.url) && !isKept) window.answers += 1
      return answer
    }
    new MutationObserver(() => {
      if (isHeld() && !wasHeld) window.holds += 1
      wasHeld = isHeld()
      if (!wasHeld && document.querySelector('dialog li button')) window.answersWhenFree ??= window.answers
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-disabled', 'aria-busy'] })
  })

const holdsSeen = (page: Page) => page.evaluate(() => window.holds)

/** A line on which every call takes so much (ms) longer, and on which none but the two lists may get no answer. */
async function slowLine(context: BrowserContext, delay: number) {
  let others = Promise.resolve()
  let releaseOthers = () => {}
  await context.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (/user\/\d+\/(?!module-statuses|testmoments)/.test(route.request().url())) await others
    await route.fallback()
  })
  return {
    holdOthers: () => {
      others = new Promise((resolve) => {
        releaseOthers = resolve
      })
    },
    releaseOthers: () => releaseOthers(),
  }
}

const OFFLINE = /^Je bent offline — bijgewerkt om\s\d\d:\d\d$/

test('in the basement a student sees modules, moments and enrollments, how old they are, and why nothing can be changed', async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['WIS1', 'WIS2'])
  const moment = await student.addMoment({ inDays: 7 })
  await student.enroll(moment, 'WIS1')
  await openAs(page, student.username)
  await untilListsAreKept(page, student.studentId)

  await context.setOffline(true)
  // An address that was cut off within a sign leads home, here by the worker.
  await page.goto('/student/%E0%A4%A')
  await expect(page).toHaveURL(/\/student\/modules$/)
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(7)}`)
  await expect(page.getByText(OFFLINE)).toBeVisible()

  const dialog = await openModule(page, 'WIS2')
  const enroll = dialog.getByRole('button', { name: /^Inschrijven/ })
  await expect(enroll).toBeDisabled()
  await expect(enroll).toHaveAccessibleDescription('Wacht op verbinding')
  await page.getByRole('button', { name: 'Sluiten' }).click()

  await page.getByRole('link', { name: 'Toetsmomenten', exact: true }).click()
  await expect(page.getByRole('main')).toContainText(labelOfDay(7))

  // Meanwhile the school changes something: it shows by itself, and the student can go on.
  await student.change(moment, { enrollments_enabled: false })
  await context.setOffline(false)
  await expect(page.getByText('Inschrijvingen voor dit toetsmoment zijn gesloten.')).toBeVisible()
  await expect(page.getByText(OFFLINE)).toBeHidden()
})

test('a slow server is not waited for: what was seen is there, can’t be changed yet, and is replaced when the answer comes', {
  tag: '@all',
}, async ({ page, context, situation }) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 7 })
  await openAs(page, student.username)
  await untilListsAreKept(page, student.studentId)

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await context.route('**/api/v1/user/*/*', async (route) => {
    if (route.request().serviceWorker()) await held
    await route.fallback()
  })
  // Only now: the screen hears of it at once, and what it asks for then would take the place of what was seen.
  await student.enroll(moment, 'WIS1')
  await page.goto('/student/completed-modules')
  await expect(page.getByRole('main')).toContainText('Wacht op het laatste nieuws')
  await expect(page.getByText('verbinding')).toHaveCount(0)
  await page.goto('/student/modules')
  await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')
  const note = page.getByText(/^Dit is bijgewerkt om/)
  await expect(note).toBeVisible()
  await expectClearInLargeLetters(page, note)
  const enroll = (await openModule(page, 'WIS1')).getByRole('button', { name: /^Inschrijven/ })
  await expect(enroll).toBeDisabled()
  await expect(enroll).toHaveAccessibleDescription('Wacht op het laatste nieuws')
  answer()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
  await expect(page.getByText(/^Dit is bijgewerkt om/)).toBeHidden()
})

test('a network that comes and goes takes nothing away, and in the end all is of now', { tag: '@all' }, async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 7 })
  await openAs(page, student.username)
  await untilListsAreKept(page, student.studentId)

  for (let times = 0; times < 4; times++) {
    await context.setOffline(true)
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
    await context.setOffline(false)
    if (times === 1) await page.reload()
    await expect(page.getByText(OFFLINE)).toBeHidden()
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
  }
  await student.enroll(moment, 'WIS1')
  await context.setOffline(true)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await context.setOffline(false)
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(7)}`)
  await expect((await openModule(page, 'WIS1')).getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
})

test('a teacher without a network reads why nothing can be saved, and what was typed stands', async ({
  page,
  context,
}) => {
  await openAs(page, `docent@${DOMAIN}`, '/admin/modules')
  await page.getByRole('button', { name: 'Module toevoegen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Naam').fill('OFF1')
  await context.setOffline(true)
  const save = dialog.getByRole('button', { name: 'Module aanmaken' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('Wacht op verbinding')
  await expect(dialog.getByText('Wijzigen kan weer zodra er verbinding is.')).toBeVisible()
  await context.setOffline(false)
  await expect(save).toBeEnabled()
  await expect(dialog.getByLabel('Naam')).toHaveValue('OFF1')

  // A screen that was never opened, and whose code is not on the device either.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()
  await context.setOffline(true)
  await openMenu(page)
  await page.getByRole('link', { name: 'Schooljaren' }).click()
  await expect(page.getByText(/Geen verbinding met de server|De server is niet bereikbaar/)).toBeVisible()
  await expect(page.getByText('beheerder van deze app')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Schooljaren' })).toBeVisible()
})

test('what the server said of an enrollment stays when the connection goes, also after a reload; what it did not say is not yet known', {
  tag: '@all',
}, async ({ page, context, situation }) => {
  const student = await situation(['WIS1', 'WIS2'])
  await student.addMoment({ inDays: 7 })
  await openAs(page, student.username)
  await untilListsAreKept(page, student.studentId)

  const server = { isGone: false, answers: true }
  await context.route(/\/(api|health)\//, async (route) => {
    if (server.isGone) return route.abort('connectionrefused')
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    server.isGone = true
    return server.answers ? route.fulfill({ response }) : route.abort('connectionreset')
  })

  await (await openModule(page, 'WIS1')).getByRole('button', { name: /^Inschrijven/ }).click()
  await page.getByRole('button', { name: 'Sluiten', exact: true }).click()
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(7)}`)
  await expect(page.getByText(/^Geen verbinding met de server/)).toBeVisible()
  await page.reload()
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(7)}`)
  server.isGone = false
  await expect(page.getByText(/^Geen verbinding met de server/)).toBeHidden()
  await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(7)}`)

  server.answers = false
  const dialog = await openModule(page, 'WIS2')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByText(/^Nog niet bekend of je bent ingeschreven\./)).toBeVisible({
    timeout: underLoad(20_000),
  })
  await page.reload()
  await expect(dialog.getByText(/^Nog niet bekend of je bent ingeschreven\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Sluiten', exact: true }).click()
  await expect(moduleCard(page, 'WIS2')).toContainText(`Nog niet bekend: inschrijving voor ${labelOfDay(7)}`)
  await page.getByRole('link', { name: 'Toetsmomenten', exact: true }).click()
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: labelOfDay(7) }) })
  await expect(card).toContainText('Nog niet bekend: inschrijving voor WIS2')
  server.isGone = false
  await expect(card).toContainText(/Ingeschreven voor WIS1-\S+, WIS2/)
  await expect(page.getByText('Nog niet bekend')).toHaveCount(0)
})

for (const delay of [300, 800])
  test(`on a line that delays every call by ${delay} ms the two lists alone hold a button, once, and nothing holds it again`, {
    tag: '@all',
  }, async ({ page, context, situation }) => {
    const student = await situation(['WIS1'])
    await student.addMoment({ inDays: 7 })
    await student.receive({ subject: 'Neem je kaart mee', text: 'Zonder kaart mag je niet meedoen.' })
    const line = await slowLine(context, delay)
    await countHolds(page)
    await openAs(page, student.username)
    // Cold: nothing is kept, so there is nothing to wait for once the lists are here.
    const enroll = (await openModule(page, 'WIS1')).getByRole('button', { name: /^Inschrijven/ })
    await expect(enroll).toBeEnabled()
    expect(await holdsSeen(page)).toBe(0)
    await enroll.click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
    await untilListsAreKept(page, student.studentId)
    await page.reload()
    await untilListsAreKept(page, student.studentId, ['messages', 'history'])

    // With kept lists, by a deep link; whatever else the screen asks for gets no answer.
    line.holdOthers()
    await page.reload()
    const leave = page.getByRole('dialog').getByRole('button', { name: /^Uitschrijven/ })
    await expect(leave).toBeEnabled()
    expect(await page.evaluate(() => window.answersWhenFree)).toBe(1)
    const answers = Promise.all(['messages', 'history'].map((list) => page.waitForResponse(`**/${list}`)))
    line.releaseOthers()
    await answers
    await expect(leave).toBeEnabled()
    expect(await holdsSeen(page)).toBeLessThanOrEqual(1)
    await leave.click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Inschrijven/ })).toBeEnabled()
  })

for (const [how, isBusy] of [
  ['slow', false],
  ['refused by a busy server', true],
] as const)
  test(`an acknowledged enrollment shows in every place at once while the lists are ${how}, and so does leaving it`, {
    tag: '@all',
  }, async ({ page, context, situation }) => {
    const student = await situation(['WIS1'])
    await student.addMoment({ inDays: 7, seats: 5 })
    await openAs(page, student.username)
    await untilListsAreKept(page, student.studentId)
    const dialog = await openModule(page, 'WIS1')

    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = true
    await context.route(/user\/\d+\/(module-statuses|testmoments|seats)/, async (route) => {
      if (isHeld && isBusy) return route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: {} })
      if (isHeld) await held
      await route.fallback()
    })
    await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
    await expect(page.getByText(/^Je bent ingeschreven voor module WIS1/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Sluiten', exact: true }).click()
    await expect(moduleCard(page, 'WIS1')).toContainText(`Ingeschreven voor ${labelOfDay(7)}`)
    const next = page.getByRole('main').locator('[data-area="next"]')
    await expect(next).toContainText('WIS1')

    await (await openModule(page, 'WIS1')).getByRole('button', { name: /^Uitschrijven/ }).click()
    await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toBeEnabled()
    // The newest word alone is read.
    await expect(page.getByText(/^Je bent ingeschreven voor module WIS1/)).toBeHidden()
    await dialog.getByRole('button', { name: 'Sluiten', exact: true }).click()
    await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')
    await expect(next).toContainText('Je bent nu nergens voor ingeschreven.')
    isHeld = false
    release()
    await expect(moduleCard(page, 'WIS1')).toContainText('Niet Ingeschreven')
    expect(await student.enrollments()).toEqual([])
  })
