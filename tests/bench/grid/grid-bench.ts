import type { Browser, Page } from 'puppeteer-core'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { PASSWORD, type Product, startProduct } from '#tests/e2e/support/product.ts'
import { addUsers, insertAll } from '#tests/harness/school/rows.ts'
import { median } from '#tests/harness/statistics.ts'
import { addMoment } from '#tests/support/api/test-school.ts'
import { atMost, inMs } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import { launchBare } from '../web/browsers.ts'

const OPENINGS = 5
const SLOWER = 4
const OPEN_GOAL_MS = 1_000
const INP_GOAL_MS = 100
/** ms between keys: somebody who types fast */
const DELAY = 80
const PAGE = { width: 1280, height: 800 }
/**
 * Holds the page and the browser's own bars. In the default, smaller window a change beyond its edge is painted but
 * never presented, and Event Timing goes on until the next one that is: a key took 1.5 s, with twelve rows too.
 */
const WINDOW = { width: 1400, height: 1000 }

/**
 * `npm run bench grid`: the two longest lists that a teacher works in, until they are there, and how they answer to
 * fingers on a slow machine.
 */
export async function benchGrid(): Promise<BenchRow[]> {
  const product = await startProduct()
  const browser = await launchBare({ args: [`--window-size=${WINDOW.width},${WINDOW.height}`], defaultViewport: PAGE })
  try {
    return [...(await enrolledListRows(product, browser)), ...(await resultGridRows(product, browser))]
  } finally {
    await browser.close()
    await product.dispose()
  }
}

async function enrolledListRows(product: Product, browser: Browser): Promise<BenchRow[]> {
  const students = 2_000
  const moment = await fillMoment(product, { students, day: '2027-06-15' })
  const page = await openAsTeacher(product, browser)
  const openings = await open(page, `${product.url}${moment}/edit?tab=students`, 'tbody input[type=checkbox]')
  const searching = await interactions(page, async () => {
    await page.locator('input[type=search]').click()
    await page.keyboard.type('Bakker 1999', { delay: DELAY })
    await page.waitForFunction((some) => document.querySelectorAll('tbody tr').length < some, {}, 100)
    for (const box of (await page.$$('tbody input[type=checkbox]')).slice(0, 5)) await box.click()
  })
  return [
    openRow(`who is enrolled at a moment of ${students}`, openings),
    interactionRow('the same: typing a search and ticking', searching),
  ]
}

async function resultGridRows(product: Product, browser: Browser): Promise<BenchRow[]> {
  const students = 500
  const moment = await fillMoment(product, { students, day: addDays(dayOf(Date.now()), -1) })
  const page = await openAsTeacher(product, browser)
  const first = '[data-cell]'
  const openings = await open(page, `${product.url}${moment}/results`, `tr:nth-child(${students}) ${first}`)
  const typing = await interactions(page, async () => {
    await page.locator(first).click()
    for (const result of ['7', '7,5', '6.5', 'v', 'onvoldoende', '10', '5,4', '11', '8', '9,5']) {
      await page.keyboard.type(result, { delay: DELAY })
      await page.keyboard.press('Enter', { delay: DELAY })
    }
    for (const key of ['Tab', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'Delete', 'ArrowDown'] as const)
      await page.keyboard.press(key, { delay: DELAY })
    // Waits until the typed text was saved and the event about it was handled.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await page.keyboard.type('6', { delay: DELAY })
    await page.keyboard.press('Enter', { delay: DELAY })
  })
  const searching = await interactions(page, async () => {
    await page.locator('input[type=search]').click()
    await page.keyboard.type('Bakker 49', { delay: DELAY })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  })
  // Before the others the search is emptied, so that all rows are there.
  await page.keyboard.press('KeyA', { commands: ['SelectAll'] })
  await page.keyboard.press('Delete')
  await page.waitForFunction((all) => document.querySelectorAll('tbody tr:not([hidden])').length === all, {}, students)
  const filling = await interactions(page, async () => {
    await page.locator(first).click()
    await page.keyboard.press('KeyC', { commands: ['Copy'] })
    await page.keyboard.down('Control')
    await page.keyboard.down('Shift')
    await page.keyboard.press('ArrowDown', { delay: DELAY })
    await page.keyboard.up('Shift')
    await page.keyboard.up('Control')
    await page.keyboard.press('KeyV', { commands: ['Paste'] })
    await page.waitForFunction(
      (all) => document.querySelector('thead')?.textContent.includes(all),
      {},
      `${students} van`,
    )
    for (const key of ['ArrowUp', '8', 'Enter'] as const) await page.keyboard.press(key, { delay: DELAY })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  })
  const narrowing = await interactions(page, async () => {
    await page.focus('main select')
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowUp'] as const) {
      await page.keyboard.press(key, { delay: DELAY })
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })
  return [
    openRow(`results of ${students} students × 3 modules`, openings),
    interactionRow('the same: typing down a column, moving, clearing, while it is saved', typing),
    interactionRow('the same: searching', searching),
    interactionRow('the same: a result copied to all of its column, and going on at its foot', filling),
    interactionRow('the same: one module alone, and all of them again', narrowing),
  ]
}

declare global {
  interface Window {
    interactions?: number[]
  }
}

/**
 * ms until the next paint of each interaction, as the browser reports it from 16 ms on (Event Timing), on a slower
 * processor.
 */
async function interactions(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.emulateCPUThrottling(SLOWER)
  await page.evaluate(noteInteractions)
  await work()
  await page.emulateCPUThrottling(null)
  return page.evaluate(() => window.interactions ?? [])
}

/** Runs in the page. */
function noteInteractions(): void {
  const interactions: number[] = []
  window.interactions = interactions
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0) interactions.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** How long (ms) it took each time until `last` was there. */
async function open(page: Page, address: string, last: string): Promise<number[]> {
  const openings: number[] = []
  while (openings.length < OPENINGS) {
    const started = performance.now()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await page.waitForSelector(last, { timeout: 60_000 })
    openings.push(performance.now() - started)
  }
  return openings
}

async function openAsTeacher({ url, database: { kysely } }: Product, browser: Browser): Promise<Page> {
  const { username } = await kysely
    .selectFrom('user')
    .select('username')
    .where('roles', '=', 'ROLE_ADMIN')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const page = await browser.newPage()
  if (await page.evaluate(() => outerWidth < innerWidth || outerHeight < innerHeight))
    throw new Error('The window does not hold the page: what is beyond its edge would count as never shown')
  await page.goto(`${url}/`)
  const name = await Promise.race([
    page.waitForSelector('input[name=username]'),
    page.waitForSelector('table').then(() => null),
  ])
  if (name === null) return page
  // Not found by their accessible names: Chromium would keep a tree for screen readers from then on, and compute it in each frame.
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
  await page.locator('table').wait()
  return page
}

/** At a moment of its own, each for three modules; answers where its screens are. */
async function fillMoment(
  { database }: Product,
  { students: count, day }: { students: number; day: string },
): Promise<string> {
  const { kysely } = database
  const { id: schoolyear_id } = await kysely
    .selectFrom('schoolyear')
    .select('id')
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  const modules = await kysely.selectFrom('module').select('id').orderBy('id').limit(3).execute()
  const testmoment_id = await addMoment(database, { schoolyear_id, date: day })
  const students = await addUsers(kysely, count, (n) => ({
    ...{ username: `list-${testmoment_id}-${n}@bench.example`, last_name: `Bakker ${n}`, information_checked: false },
  }))
  const created_at = new Date().toISOString()
  const enrollments = students.flatMap((user_id) =>
    modules.map((module) => ({ user_id, testmoment_id, module_id: module.id, created_at })),
  )
  await insertAll(kysely, 'enrollment', enrollments)
  return `/schoolyear/${schoolyear_id}/testmoment/${testmoment_id}`
}

function openRow(what: string, openings: number[]): BenchRow {
  const took = median(openings)
  return {
    what: `${what}: the page, until the last row is there (median of ${OPENINGS})`,
    measured: inMs(took),
    reference: '–',
    ...atMost(took, OPEN_GOAL_MS, inMs),
  }
}

/** The slowest, as web-vitals has it of so few. */
function interactionRow(what: string, interactions: readonly number[]): BenchRow {
  const slowest = Math.max(0, ...interactions)
  return {
    what: `${what}, ${SLOWER}× slower`,
    measured: `${interactions.length} events of 16 ms or more, median ${interactions.length > 0 ? median([...interactions]) : 0} ms`,
    reference: '–',
    figure: `INP ${slowest} ms`,
    goal: `≤ ${INP_GOAL_MS} ms`,
    // None at all were not measured.
    reached: interactions.length > 0 && slowest <= INP_GOAL_MS,
  }
}
