import puppeteer, { type Page } from 'puppeteer-core'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'

const STUDENTS = 2_000
const OPENINGS = 5
const SLOWER = 4
const OPEN_GOAL_MS = 1_000
const INP_GOAL_MS = 100
const SEARCHED = 'Bakker 1999'
const AT_ONCE = 500

/** The list of who is enrolled at a moment of 2,000: until it is there, and how it answers to fingers on a slow machine. */
export async function enrolledListRows(database: Database, url: string, password: string): Promise<BenchRow[]> {
  const path = await fillMoment(database)
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
    defaultViewport: { width: 1280, height: 800 },
  })
  try {
    const page = await browser.newPage()
    await logIn(page, database, url, password)
    const openings: number[] = []
    while (openings.length < OPENINGS) openings.push(await open(page, url + path))
    await page.emulateCPUThrottling(SLOWER)
    await page.evaluate(noteInteractions)
    await page.locator('input[type=search]').click()
    await page.keyboard.type(SEARCHED, { delay: 120 })
    await page.waitForFunction((some) => document.querySelectorAll('tbody tr').length < some, {}, 100)
    for (const box of (await page.$$('tbody input[type=checkbox]')).slice(0, 5)) await box.click()
    const interactions = await page.evaluate(() => window.interactions ?? [])
    return [openRow(median(openings)), interactionRow(interactions)]
  } finally {
    await browser.close()
  }
}

declare global {
  interface Window {
    interactions?: number[]
  }
}

/** Runs in the page: what the browser says that each interaction took until the next paint, from 16 ms on (Event Timing). */
function noteInteractions(): void {
  const interactions: number[] = []
  window.interactions = interactions
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0) interactions.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function open(page: Page, address: string): Promise<number> {
  const started = performance.now()
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await page.waitForSelector('tbody input[type=checkbox]', { timeout: 60_000 })
  return performance.now() - started
}

async function logIn(page: Page, { kysely }: Database, url: string, password: string): Promise<void> {
  const { username } = await kysely
    .selectFrom('user')
    .select('username')
    .where('roles', '=', 'ROLE_ADMIN')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await page.goto(`${url}/`)
  await page.locator('aria/Gebruikersnaam').fill(username)
  await page.locator('aria/Wachtwoord').fill(password)
  await page.locator('aria/Inloggen[role="button"]').click()
  await page.locator('table').wait()
}

/** At a moment of its own; answers where its list is. */
async function fillMoment({ kysely }: Database): Promise<string> {
  const created_at = new Date().toISOString()
  const year = await kysely.selectFrom('schoolyear').select('id').where('active', '=', true).executeTakeFirstOrThrow()
  const modules = await kysely.selectFrom('module').select('id').orderBy('id').limit(3).execute()
  const moment = await kysely
    .insertInto('testmoment')
    .values({ schoolyear_id: year.id, date: '2027-06-15', created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < STUDENTS; from += AT_ONCE) {
    const students = await kysely
      .insertInto('user')
      .values(
        Array.from({ length: AT_ONCE }, (_, n) => ({
          ...findable({
            username: `list-${from + n}@bench.example`,
            first_name: 'Sam',
            last_name: `Bakker ${from + n}`,
          }),
          roles: 'ROLE_STUDENT',
          activated: true,
          created_at,
        })),
      )
      .returning('id')
      .execute()
    const enrollments = students.flatMap(({ id }) =>
      modules.map((module) => ({ user_id: id, testmoment_id: moment.id, module_id: module.id, created_at })),
    )
    await kysely.insertInto('enrollment').values(enrollments).execute()
  }
  return `/schoolyear/${year.id}/testmoment/${moment.id}/edit?tab=students`
}

const openRow = (took: number): BenchRow => ({
  what: `who is enrolled at a moment of ${STUDENTS}: the page, until the list is there (median of ${OPENINGS})`,
  measured: `${took.toFixed(0)} ms`,
  reference: '–',
  figure: `${took.toFixed(0)} ms`,
  goal: `≤ ${OPEN_GOAL_MS} ms`,
  reached: took <= OPEN_GOAL_MS,
})

/** The slowest, as web-vitals has it of so few. */
function interactionRow(interactions: readonly number[]): BenchRow {
  const slowest = Math.max(0, ...interactions)
  return {
    what: `the same, ${SLOWER}× slower: typing a search and ticking`,
    measured: `${interactions.length} events of 16 ms or more, median ${interactions.length > 0 ? median([...interactions]) : 0} ms`,
    reference: '–',
    figure: `INP ${slowest} ms`,
    goal: `≤ ${INP_GOAL_MS} ms`,
    reached: slowest <= INP_GOAL_MS,
  }
}
