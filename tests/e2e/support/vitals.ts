import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from '@playwright/test'
import type * as WebVitals from 'web-vitals/attribution'

/**
 * Worst value that a person noticed on a page, and its cause: an element as web-vitals names it, and the parts of a
 * press.
 */
interface Felt {
  value: number
  of: string
}

export interface Vitals {
  /** how late it answered a press, in ms */
  inp: Felt
  /** how much of it moved by itself */
  cls: Felt
}

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('web-vitals/attribution'), 'utf8')

/** From here on every page notes how it feels. */
export const noteVitals = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({ content: `${SCRIPT};(${note})()` })

declare global {
  interface Window {
    webVitals: typeof WebVitals
    felt?: Vitals
  }
}

/** Runs in the page, before any of its own code. */
function note(): void {
  const felt = { inp: { value: 0, of: '' }, cls: { value: 0, of: '' } }
  window.felt = felt
  const { onINP, onCLS } = window.webVitals
  const always = { reportAllChanges: true }
  onINP(({ value, attribution }) => {
    const { interactionType, interactionTarget, inputDelay, processingDuration, presentationDelay } = attribution
    const [waited, worked, shown] = [inputDelay, processingDuration, presentationDelay].map(Math.round)
    const of = `${interactionType} of ${interactionTarget || 'an element that is gone'} (waited ${waited}, worked ${worked}, until shown ${shown} ms)`
    Object.assign(felt.inp, { value, of })
  }, always)
  onCLS(
    ({ value, attribution }) => Object.assign(felt.cls, { value, of: attribution.largestShiftTarget ?? '' }),
    always,
  )
}

/** Vitals of the page since it was loaded. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  // The browser reports the last ones when it next has nothing to do.
  await page.waitForTimeout(500)
  const felt = await page.evaluate(() => window.felt)
  if (!felt) throw new Error('The page noted nothing')
  return felt
}

interface Shift {
  /** ms since the page was opened */
  at: number
  /** share of the screen times the way that it moved, as in CLS */
  value: number
  /** class of what moved most */
  of: string
}

declare global {
  interface Window {
    shifts?: Shift[]
    /** takes what the browser would report when it next has nothing to do */
    noteLastShifts?: () => void
  }
}

/** From here on every page notes what moves without a press in the half second before. */
export const noteShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] }
    const shifts: Shift[] = []
    const note = (entries: PerformanceEntryList) => {
      for (const { startTime: at, value, hadRecentInput, sources } of entries as Entry[])
        if (!hadRecentInput) shifts.push({ at, value, of: sources[0]?.node?.className ?? '' })
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    window.shifts = shifts
    window.noteLastShifts = () => note(observer.takeRecords())
  })

/**
 * Presses, and waits in `act` for what that shows: what moves meanwhile is the press's own. On a machine that is busy with other
 * tests that takes longer than the half second after which the browser says that it moved by itself.
 */
export async function asPressed(page: Page, act: () => Promise<void>): Promise<void> {
  const now = () => page.evaluate(() => performance.now())
  const from = await now()
  await act()
  const until = await now()
  await page.evaluate(
    ([from, until]) => {
      window.shifts = window.shifts?.filter(({ at }) => at < from || at > until)
    },
    [from, until] as const,
  )
}

/** All that moved by itself since the page was opened. */
export async function shiftsOf(page: Page): Promise<{ sum: number; of: string[] }> {
  const shifts = await page.evaluate(async () => {
    // What a frame moves is known once it is drawn.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    window.noteLastShifts?.()
    return window.shifts
  })
  if (!shifts) throw new Error('The page noted nothing')
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), of: shifts.map(({ of }) => of) }
}

/** Slows the page's processor down by this factor, as on a cheap phone. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const slowing = await page.context().newCDPSession(page)
  await slowing.send('Emulation.setCPUThrottlingRate', { rate })
}
