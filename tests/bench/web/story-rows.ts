import type { Page } from '@playwright/test'
import { openMenu } from '#tests/e2e/support/menu.ts'
import { PASSWORD, type Product } from '#tests/e2e/support/product.ts'
import { createSituation, type Situation } from '#tests/e2e/support/situation.ts'
import { noteVitals, slowDown, type Vitals, vitalsOf } from '#tests/e2e/support/vitals.ts'
import { atMost, inMs } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import { PHONE, withChromium } from './browsers.ts'

/** times that the page's processor is slowed down */
const SLOWER = 4
const INP_GOAL_MS = 100
const CLS_GOAL = 0.005

/** A student's whole story on a slow phone: how late the page answers a press at worst, and how much moves by itself. */
export async function storyRows(product: Product): Promise<BenchRow[]> {
  const student = await createSituation(product.database, ['WIS1', 'WIS2', 'STAT', 'ALG'])
  for (const inDays of [7, 14, 21]) await student.addMoment({ inDays, max: 2, seats: 20 })
  await student.enroll(await student.addMoment({ inDays: 10 }), 'WIS2')
  await student.complete('ALG')
  await student.receive({ subject: 'Lokaal gewijzigd', text: 'De toets is in B2.04.' })

  return withChromium(async (browser) => {
    const context = await browser.newContext({ ...PHONE, baseURL: product.url })
    await noteVitals(context)
    const page = await context.newPage()
    await slowDown(page, SLOWER)
    const felt = [await firstVisit(page, student), await nextVisit(page)]
    const worst = (of: keyof Vitals) => felt.map((vitals) => vitals[of]).toSorted((a, b) => b.value - a.value)[0]
    return [
      row('INP', worst('inp'), INP_GOAL_MS, inMs),
      row('CLS', worst('cls'), CLS_GOAL, (value) => value.toFixed(3)),
    ]
  })
}

/** From the login page through all of a student's screens; with what was pressed in between. */
async function firstVisit(page: Page, student: Situation): Promise<Vitals> {
  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').pressSequentially(student.username)
  await page.getByLabel('Wachtwoord', { exact: true }).pressSequentially(PASSWORD)
  await page.getByRole('button', { name: 'Inloggen', exact: true }).tap()
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')]
  await main
    .getByRole('link', { name: /module WIS1-/ })
    .last()
    .tap()
  await dialog
    .getByRole('button', { name: /^Inschrijven/ })
    .first()
    .tap()
  await dialog
    .getByRole('button', { name: /^Uitschrijven/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')

  await goTo(page, 'Toetsmomenten')
  await main.getByRole('listitem').getByRole('link').first().tap()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  for (const screen of ['Mijn toetsen', 'Berichten', 'Instellingen']) await goTo(page, screen)
  return vitalsOf(page)
}

/** A logged-in user opens the app again. */
async function nextVisit(page: Page): Promise<Vitals> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Jouw modules' }).waitFor()
  await openMenu(page)
  await page.keyboard.press('Escape')
  return vitalsOf(page)
}

/** Goes to a screen by the bar, or by the menu that opens from it. */
async function goTo(page: Page, screen: string): Promise<void> {
  // Beside its name an item may count what is unread.
  const links = page.getByRole('link', { name: new RegExp(`^${screen}( \\d+ ongelezen)?$`) }).filter({ visible: true })
  if ((await links.count()) === 0) await openMenu(page)
  await links.first().tap()
  // Long enough for what comes later to have moved something.
  await page.waitForTimeout(1_000)
}

const row = (
  name: string,
  felt: Vitals[keyof Vitals] | undefined,
  goal: number,
  written: (value: number) => string,
): BenchRow => {
  const { value, of } = felt ?? { value: Number.NaN, of: '' }
  return {
    what: `${name} over a student's story, ${SLOWER} × slower`,
    measured: `${written(value)}${of && ` at ${of}`}`,
    reference: '–',
    ...atMost(value, goal, written),
  }
}
