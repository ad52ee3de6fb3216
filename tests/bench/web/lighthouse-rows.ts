import lighthouse from 'lighthouse'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'

const RUNS = 5
const GOALS = { performance: 0.98, accessibility: 1, 'best-practices': 1 } as const
type Category = keyof typeof GOALS
interface Scores extends Record<Category, number> {
  /** Lighthouse's own measure of the machine, which the times hang on: it asks for 1,000 at least, idle */
  machine: number
}

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/**
 * Lighthouse as it comes, for a phone: the login page, and a student's modules after logging in. Each run has nothing in
 * the browser's caches and no worker; the login it keeps (`clearStorageTypes` leaves local storage alone).
 */
export async function lighthouseRows(url: string, username: string, password: string): Promise<BenchRow[]> {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: CHROMIUM_FLAGS,
  })
  try {
    const login = await runs(browser, `${url}/`)
    await logIn(await browser.newPage(), url, username, password)
    const modules = await runs(browser, `${url}/student/modules`)
    return [row('Lighthouse mobile, login page', login), row('Lighthouse mobile, /student/modules', modules)]
  } finally {
    await browser.close()
  }
}

async function logIn(page: Page, url: string, username: string, password: string): Promise<void> {
  await page.goto(`${url}/`)
  await page.locator('aria/Gebruikersnaam').fill(username)
  await page.locator('aria/Wachtwoord').fill(password)
  await page.locator('aria/Inloggen[role="button"]').click()
  await page.locator('main article').wait()
  await page.close()
}

async function runs(browser: Browser, address: string): Promise<Scores> {
  const port = Number(new URL(browser.wsEndpoint()).port)
  const each: Scores[] = []
  for (let run = 0; run < RUNS; run += 1) each.push(await scoresOf(address, port))
  const middle = (category: keyof Scores) => median(each.map((scores) => scores[category]))
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    'best-practices': middle('best-practices'),
    machine: middle('machine'),
  }
}

async function scoresOf(address: string, port: number): Promise<Scores> {
  const result = await lighthouse(address, { port, onlyCategories: Object.keys(GOALS), logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`)
  const { categories, runtimeError, finalDisplayedUrl, environment } = result.lhr
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== address) throw new Error(`${address} ended at ${finalDisplayedUrl}`)
  const score = (category: Category) => categories[category]?.score ?? 0
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    machine: environment.benchmarkIndex,
  }
}

const row = (what: string, scores: Scores): BenchRow => ({
  what: `${what} (median of ${RUNS})`,
  measured: `${scores.performance} · ${scores.accessibility} · ${scores['best-practices']}`,
  reference: `machine ${Math.round(scores.machine)} (wants ≥ 1000)`,
  figure: `${scores.performance} performance`,
  goal: '≥ 0.98 · 1 · 1',
  reached:
    scores.performance >= GOALS.performance &&
    scores.accessibility >= GOALS.accessibility &&
    scores['best-practices'] >= GOALS['best-practices'],
})
