import { expect, type Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

/** More stops than any screen of a student has. */
const MOST_STOPS = 120

export interface Outline {
  /** adds the screen as it is now */
  add(screen: string): Promise<void>
  text(): string
}

/**
 * Text that a screen reader gets of each screen, and what the Tab key reaches in which order, on a phone and at a desk:
 * to be kept and compared. `marks` are what differs from run to run in names.
 */
export function startOutline(page: Page, marks: readonly string[] = []): Outline {
  const screens: string[] = []
  return {
    async add(screen) {
      const tree = await settledTree(page)
      const onPhone = await tabStops(page)
      await page.setViewportSize(DESK)
      await settledTree(page)
      const atDesk = await tabStops(page)
      await page.setViewportSize(PHONE)
      const lines = [`# ${screen}`, tree, '## Tab, phone', ...onPhone, '## Tab, desk', ...atDesk]
      screens.push(steady(lines.join('\n'), marks))
    },
    text: () => `${screens.join('\n\n')}\n`,
  }
}

/** Texts of parts that are still loading, or that differ from one look to the next. */
const COMING = /laden…|… plaatsen/

/** Outline of the open menu or dialog, or else of the `main` of the screen, once it no longer changes. */
async function settledTree(page: Page): Promise<string> {
  const open = page.locator('dialog:modal')
  let tree = ''
  let looksAlike = 0
  await expect
    .poll(
      async () => {
        const was = tree
        const place = (await open.count()) > 0 ? open.last() : page.getByRole('main')
        tree = await place.ariaSnapshot()
        looksAlike = tree === was && !COMING.test(tree) ? looksAlike + 1 : 0
        return looksAlike
      },
      // The first stories of a run share the machine with the servers that start.
      { intervals: [300], timeout: underLoad(30_000) },
    )
    .toBeGreaterThanOrEqual(3)
  return tree
}

/** From the top of the page, or of the dialog that is open, until the focus leaves it or comes round. */
async function tabStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const start = document.querySelector<HTMLElement>('dialog:modal') ?? document.body
    start.tabIndex = -1
    start.focus({ preventScroll: true })
    start.removeAttribute('tabindex')
  })
  const stops: string[] = []
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab')
    const isNew = await page.evaluate(() => {
      const stop = document.activeElement
      if (!stop || stop === document.body || stop.hasAttribute('data-tab-stop')) return false
      stop.setAttribute('data-tab-stop', '')
      return true
    })
    if (!isNew) break
    const [first = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n')
    stops.push(`${stops.length + 1}. ${first.replace(/^- | \[active\]|:$/g, '')}`)
  }
  await page.evaluate(() => {
    for (const stop of document.querySelectorAll('[data-tab-stop]')) stop.removeAttribute('data-tab-stop')
  })
  return stops
}

const DAY = /\b(ma|di|wo|do|vr|za|zo) \d{1,2} (jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)( \d{4})?/g
const WEEK = /\bweek van \d{1,2} [a-z]{3}( \d{4})?/g

/** Entries made by other tests, in lists that all tests share. */
const OF_OTHERS = /option "Studierichting \d/

/** Without days, times of now, addresses and marks, which are others tomorrow. */
function steady(text: string, marks: readonly string[]): string {
  const lines = text.split('\n').filter((line) => !/^\s*- \/url:/.test(line))
  return (
    marks
      .reduce((left, mark) => left.replaceAll(mark, '*'), lines.join('\n'))
      .split('\n')
      .filter((line) => !OF_OTHERS.test(line))
      .join('\n')
      .replace(WEEK, 'week van DAY')
      .replace(DAY, 'DAY')
      .replace(/DAY om \d\d:\d\d|\bom \d\d:\d\d/g, 'TIME')
      // Asked for a while after the screen has come, and known sooner or later.
      .replace(/ ,? ?\d+ ongelezen( bericht(en)?)?/g, '')
      .replace(/ \[active\]| \[ref=\w+\]/g, '')
      .replace(/ \[cursor=pointer\]/g, '')
  )
}
