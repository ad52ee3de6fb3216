import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const WIDTHS = [320, 390, 1280]
export const SCHEMES = ['light', 'dark'] as const

/** Nothing found, and nothing left for a person to judge without a reason given here. */
async function expectAccessible(page: Page, place: string) {
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()
  const brief = (results: typeof found.violations) =>
    results.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(brief(found.violations), place).toEqual([])
  expect(brief(found.incomplete), `${place}, left open`).toEqual([])
}

/** No page scrolls sideways: 320 px is also what 400 % zoom leaves of 1280. */
async function expectNoSidewaysScroll(page: Page, place: string) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess, place).toBeLessThanOrEqual(0)
}

export async function expectSound(page: Page, place: string) {
  await expectAccessible(page, place)
  await expectNoSidewaysScroll(page, place)
}
