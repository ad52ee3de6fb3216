import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const DESK_WIDTH = 1280
const PHONE_WIDTHS = [390, 320]
const SCHEMES = ['light', 'dark'] as const

/** Tests walk through the screens once on each of these; `expectSound` looks at each place in all widths and schemes. */
export const DEVICES = [
  {
    device: 'phone',
    use: { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true, reducedMotion: 'reduce' },
  },
  {
    device: 'desk',
    use: { viewport: { width: DESK_WIDTH, height: 800 }, isMobile: false, hasTouch: false, reducedMotion: 'reduce' },
  },
] as const

type Findings = Awaited<ReturnType<typeof examine>>['incomplete']

/** No page has frames, which axe's other mode opens a page of its own for. */
const examine = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()

const brief = (results: Findings) =>
  results.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.any[0]?.message ?? ''})`).join(' | ')}`,
  )

/**
 * Nothing found, and nothing left for a person to judge. A page that changes while axe reads it (news, a row that comes)
 * leaves things open that are not: those are looked at again.
 */
async function expectAccessible(page: Page, place: string) {
  let found = await examine(page)
  for (let again = 0; again < 2 && found.incomplete.length > 0; again++) found = await examine(page)
  expect(brief(found.violations), place).toEqual([])
  expect(brief(await unexplained(page, found.incomplete)), `${place}, left open`).toEqual([])
}

/**
 * A toast of several lines may lie half over a dialog's edge: axe then finds another page behind each line, and leaves the
 * contrast open, though the toast's own ground hides all of it. What has such a ground is explained by it.
 */
async function unexplained(page: Page, incomplete: Findings): Promise<Findings> {
  const left: Findings = []
  for (const result of incomplete) {
    const nodes: Findings[number]['nodes'] = []
    for (const node of result.nodes) {
      const isOverEdge = result.id === 'color-contrast' && node.any[0]?.data?.messageKey === 'elmPartiallyObscuring'
      if (!(isOverEdge && (await liesOnToast(page, String(node.target[0]))))) nodes.push(node)
    }
    if (nodes.length > 0) left.push({ ...result, nodes })
  }
  return left
}

const liesOnToast = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((selector) => {
    const toast = document.querySelector(selector)?.closest('[data-category]')
    return toast !== null && toast !== undefined && /^rgb\(/.test(getComputedStyle(toast).backgroundColor)
  }, selector)

/** No page scrolls sideways: 320 px is also what 400 % zoom leaves of 1280. */
async function expectNoSidewaysScroll(page: Page, place: string) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess, place).toBeLessThanOrEqual(0)
}

/** Light and dark, in each width of the device; the page is left as it was, scrolled to its top. */
export async function expectSound(page: Page, place: string) {
  const size = page.viewportSize()
  if (!size) throw new Error('a page without a size')
  const widths = size.width === DESK_WIDTH ? [DESK_WIDTH] : PHONE_WIDTHS
  for (const width of widths) {
    await page.setViewportSize({ ...size, width })
    // A bar that stays in view covers what is scrolled under it, of which nobody can tell the contrast.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectNoSidewaysScroll(page, `${place}, ${width} px`)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `${place}, ${width} px, ${colorScheme}`)
    }
  }
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
