import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from '@playwright/test'
import type * as WebVitals from 'web-vitals/attribution'

/** What a person felt worst on a page, and of what: as web-vitals calls the element, and a press by its parts. */
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

/** Of the page since it was loaded. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  // The browser reports the last ones when it next has nothing to do.
  await page.waitForTimeout(500)
  const felt = await page.evaluate(() => window.felt)
  if (!felt) throw new Error('The page noted nothing')
  return felt
}

/** As on a cheap phone: the page's processor takes so many times as long. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const slowing = await page.context().newCDPSession(page)
  await slowing.send('Emulation.setCPUThrottlingRate', { rate })
}
