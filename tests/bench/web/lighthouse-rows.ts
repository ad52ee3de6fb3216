import lighthouse from 'lighthouse'
import { defaultSettings } from 'lighthouse/core/config/constants.js'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { median } from '#tests/harness/statistics.ts'
import type { BenchRow } from '../result-table.ts'
import { bareSession } from './bare-app.ts'
import { AS_UNWATCHED } from './browsers.ts'

const RUNS = 5
const GOALS = { performance: 0.98, accessibility: 1, 'best-practices': 1 } as const
type Category = keyof typeof GOALS
interface Run extends Record<Category, number> {
  /** Lighthouse's own measure of the machine, just before */
  machine: number
  /** ms, of the phone that it stands for */
  times: Record<keyof typeof TIMES, number>
  /** all that moved by itself */
  shift: number
}

const TIMES = { FCP: 'first-contentful-paint', LCP: 'largest-contentful-paint', TBT: 'total-blocking-time' } as const
const SHIFT = 'cumulative-layout-shift'

/**
 * Speed of the phone that Lighthouse has in mind, in its measure of machines. The processor is slowed down to this;
 * Lighthouse's usual factor of 4 is meant for a machine that measures 2,000.
 */
const PHONE = 500
/** Lighthouse's own figures for a phone's network. */
const SLOW_4G = defaultSettings.throttling

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  AS_UNWATCHED,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Most times that of the bare app (`bare-app.ts`). */
const LCP_GOAL = 1.3
const TBT_GOAL_MS = 100

/**
 * Lighthouse for a phone: the login page, and a student's modules after logging in, in turns with the bare app. Each run has
 * nothing in the browser's caches and no worker; the login it keeps (`clearStorageTypes` leaves local storage alone).
 */
export async function lighthouseRows(
  url: string,
  bareUrl: string,
  username: string,
  password: string,
): Promise<BenchRow[]> {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: CHROMIUM_FLAGS,
  })
  try {
    const [login = []] = await runs(browser, [`${url}/`])
    await logIn(await browser.newPage(), url, username, password)
    await keepSession(await browser.newPage(), bareUrl, await bareSession(bareUrl, username, password))
    const [modules = [], bare = []] = await runs(browser, [`${url}/student/modules`, `${bareUrl}/student/modules`])
    return [
      row('Lighthouse mobile, login page', login),
      row('Lighthouse mobile, /student/modules', modules),
      lcpRow(modules, bare),
      tbtRow('login page', login, bare),
      tbtRow('/student/modules', modules, bare),
    ]
  } finally {
    await browser.close()
  }
}

async function logIn(page: Page, url: string, username: string, password: string): Promise<void> {
  await page.goto(`${url}/`)
  await page.waitForSelector('#root form')
  await page.locator('aria/Gebruikersnaam').fill(username)
  await page.locator('aria/Wachtwoord').fill(password)
  await page.locator('aria/Inloggen[role="button"]').click()
  await page.locator('main article').wait()
  await page.close()
}

async function keepSession(page: Page, url: string, [key, value]: [string, string]): Promise<void> {
  await page.goto(`${url}/health/live`)
  await page.evaluate((at, kept) => localStorage.setItem(at, kept), key, value)
  await page.close()
}

/** The runs of each address, in turns, so that a busy minute of the machine falls on all of them. */
async function runs(browser: Browser, addresses: readonly string[]): Promise<Run[][]> {
  const each: Run[][] = addresses.map(() => [])
  for (let run = 0; run < RUNS; run += 1)
    for (const [index, address] of addresses.entries()) each[index]?.push(await lookAt(address, browser))
  return each
}

async function lookAt(address: string, browser: Browser, tries = 3): Promise<Run> {
  const port = Number(new URL(browser.wsEndpoint()).port)
  const machine = await measureMachine(browser)
  const result = await lighthouse(address, {
    port,
    onlyCategories: Object.keys(GOALS),
    logLevel: 'error',
    throttling: { ...SLOW_4G, cpuSlowdownMultiplier: machine / PHONE },
  })
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`)
  const { categories, audits, runtimeError, finalDisplayedUrl } = result.lhr
  // On a busy machine the browser may miss the beginning of its own recording.
  if (runtimeError?.code === 'NO_NAVSTART' && tries > 1) return lookAt(address, browser, tries - 1)
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== address) throw new Error(`${address} ended at ${finalDisplayedUrl}`)
  const score = (category: Category) => categories[category]?.score ?? 0
  const valueIn = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    machine,
    times: { FCP: valueIn(TIMES.FCP), LCP: valueIn(TIMES.LCP), TBT: valueIn(TIMES.TBT) },
    shift: valueIn(SHIFT),
  }
}

const middleOf = (each: readonly Run[], time: keyof typeof TIMES) =>
  Math.round(median(each.map(({ times }) => times[time])))

function lcpRow(modules: readonly Run[], bare: readonly Run[]): BenchRow {
  const [own, least] = [middleOf(modules, 'LCP'), middleOf(bare, 'LCP')]
  return {
    what: `the same: LCP beside a bare app of the same stack (median of ${RUNS})`,
    measured: `${own} ms`,
    reference: `${least} ms with the same lists and cards`,
    figure: (own / least).toFixed(2),
    goal: `≤ ${LCP_GOAL}`,
    reached: own <= least * LCP_GOAL,
  }
}

function tbtRow(page: string, own: readonly Run[], bare: readonly Run[]): BenchRow {
  const blocked = middleOf(own, 'TBT')
  return {
    what: `TBT of ${page} (median of ${RUNS})`,
    measured: `${blocked} ms`,
    reference: `${middleOf(bare, 'TBT')} ms of the bare app's modules`,
    figure: `${blocked} ms`,
    goal: `≤ ${TBT_GOAL_MS} ms`,
    reached: blocked <= TBT_GOAL_MS,
  }
}

async function measureMachine(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const machine = await page.evaluate(pageFunctions.computeBenchmarkIndex)
  await page.close()
  return machine
}

function row(what: string, each: readonly Run[]): BenchRow {
  const worst = (category: Category) => Math.min(...each.map((run) => run[category]))
  const middle = (value: (run: Run) => number) => Math.round(median(each.map(value)))
  const all = (['performance', 'accessibility', 'best-practices'] as const).map(worst)
  const seconds = (['FCP', 'LCP', 'TBT'] as const).map((name) => `${name} ${middle(({ times }) => times[name])} ms`)
  const shift = Math.max(...each.map((run) => run.shift))
  return {
    what: `${what} (worst of ${RUNS})`,
    measured: `${all.join(' · ')}; median ${seconds.join(', ')}, CLS ${shift.toFixed(3)}`,
    reference: `machine ${middle(({ machine }) => machine)}, slowed ${(middle(({ machine }) => machine) / PHONE).toFixed(1)} ×`,
    figure: `${worst('performance')} performance`,
    goal: `≥ ${Object.values(GOALS).join(' · ')} in each`,
    reached: (['performance', 'accessibility', 'best-practices'] as const).every((name) => worst(name) >= GOALS[name]),
  }
}
