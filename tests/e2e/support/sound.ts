import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const WIDTHS = [320, 390, 1280]
export const SCHEMES = ['light', 'dark'] as const

type Findings = Awaited<ReturnType<typeof examine>>['incomplete']

const examine = (page: Page) =>
  new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()

const brief = (results: Findings) =>
  results.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)

/**
 * Nothing found, and nothing left for a person to judge. A page that changes while axe reads it (news, a row that comes)
 * leaves things open that are not: those are looked at again.
 */
async function expectAccessible(page: Page, place: string) {
  let found = await examine(page)
  for (let again = 0; again < 2 && found.incomplete.length > 0; again++) found = await examine(page)
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
