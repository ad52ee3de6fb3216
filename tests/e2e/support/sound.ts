import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { keepLook } from './look.ts'

const HEIGHT = 800
const PHONE_WIDTH = 390
const NARROWEST = 320
const DESK_WIDTH = 1280

/** Stories walk through the screens once, as on a phone; `expectSound` looks at each place on a desk too. */
export const EASY_TO_READ = {
  viewport: { width: PHONE_WIDTH, height: HEIGHT },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
} as const

type Findings = AxeResults['incomplete']

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Rules of axe for everything that can be wrong on a page. Axe must not load anything itself: it would wait for each
 * style sheet.
 */
const EVERYTHING: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
}

/** Dark differs from light in its colours alone. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** Axe stays in the page until it is left: half a megabyte to read at each look costs more than the look. */
async function examine(
  page: Page,
  options: RunOptions,
  exclude: string[],
): Promise<Pick<AxeResults, 'violations' | 'incomplete'>> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    await page.evaluate(`window.markAlike = ${markAlike}`)
  }
  return await page.evaluate(
    async ({ options, exclude }) => {
      const { axe, markAlike: mark } = window as unknown as {
        axe: typeof import('axe-core')
        markAlike: typeof markAlike
      }
      const unmark = mark()
      const { violations, incomplete } = await axe.run({ exclude: ['[data-alike]', ...exclude] }, options)
      unmark()
      return { violations, incomplete }
    },
    {
      exclude,
      options: { ...options, preload: false, resultTypes: ['violations', 'incomplete'] } satisfies RunOptions,
    },
  )
}

/**
 * Runs in the page. Of the rows of a list that are built and drawn alike, and only say other words, axe reads the first three:
 * half its time went into the others, which every story before adds to. Gives what takes the marks away.
 */
function markAlike(): () => void {
  /** Attributes whose values say what an element is about, not how it is drawn. */
  const about = /^(id|href|for|name|value|title|aria-(label|labelledby|describedby|controls)|data-(day|moment))$/
  const drawn = ({ name, value }: Attr) => (about.test(name) ? name : `${name}=${value}`)
  const shapeOf = (element: Element): string => {
    const attributes = [...element.attributes].map(drawn).sort().join(' ')
    const isTicked = element instanceof HTMLInputElement && element.checked
    const within = [...element.childNodes].map((node) => (node instanceof Element ? shapeOf(node) : node.nodeName))
    return `<${element.localName} ${attributes} ${isTicked}>${within.join('')}</>`
  }
  const marked: Element[] = []
  for (const list of document.querySelectorAll('tbody, tr, ul, ol, [role="list"], [role="rowgroup"]')) {
    const seen = new Map<string, number>()
    for (const item of list.children) {
      const shape = shapeOf(item)
      const before = seen.get(shape) ?? 0
      seen.set(shape, before + 1)
      if (before < 3) continue
      item.setAttribute('data-alike', '')
      marked.push(item)
    }
  }
  return () => {
    for (const item of marked) item.removeAttribute('data-alike')
  }
}

const LOOKS = [
  ['light', EVERYTHING],
  ['dark', COLOURS],
] as const

const brief = (results: Findings) =>
  results.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.any[0]?.message ?? ''})`).join(' | ')}`,
  )

/**
 * Nothing found, and nothing left for a person to judge. A page that changes while axe reads it (news, a row that comes)
 * leaves things open that are not: those are looked at again.
 */
async function expectAccessible(page: Page, place: string, look: RunOptions, exclude: string[]) {
  let found = await examine(page, look, exclude)
  expect(brief(found.violations), place).toEqual([])
  for (let again = 0; again < 2 && found.incomplete.length > 0; again++) {
    const values = found.incomplete.map(({ id }) => id)
    found = await examine(page, { runOnly: { type: 'rule', values } }, exclude)
    expect(brief(found.violations), place).toEqual([])
  }
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
      const why = result.id === 'color-contrast' ? node.any[0]?.data?.messageKey : ''
      const target = String(node.target[0])
      const isExplained =
        (why === 'elmPartiallyObscuring' && (await liesOnToast(page, target))) ||
        (why === 'elmPartiallyObscured' && (await isScrolledAside(page, target)))
      if (!isExplained) nodes.push(node)
    }
    if (nodes.length > 0) left.push({ ...result, nodes })
  }
  return left
}

/** Of tabs on one line that scrolls, one is cut at the edge; it looks like the others. */
const isScrolledAside = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((selector) => {
    const tab = document.querySelector(selector)
    const line = tab?.closest('nav')
    if (!tab || !line) return false
    const within = (line.querySelector('ul') ?? line).getBoundingClientRect()
    const { left, right } = tab.getBoundingClientRect()
    return left < within.left || right > within.right
  }, selector)

const liesOnToast = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((selector) => {
    const toast = document.querySelector(selector)?.closest('[data-category]')
    return toast !== null && toast !== undefined && /^rgb\(/.test(getComputedStyle(toast).backgroundColor)
  }, selector)

/**
 * No page scrolls sideways: 320 px is also what 400 % zoom leaves of 1280, and beside a tablet's menu tables have least
 * room. What another width takes away may go a frame later.
 */
async function expectNoSidewaysScroll(page: Page, place: string) {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, { message: place }).toBeLessThanOrEqual(0)
}

/** Looks at the page as on phones whose owners read letters twice as large. */
async function inLargeLetters(page: Page, widths: readonly number[], look: (width: number) => Promise<void>) {
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const width of widths) {
    await setWidth(page, width)
    await look(width)
  }
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await settings.detach()
}

/** In large letters nothing is wider than the screen, and no word is cut in two. */
export const expectRoomForLargeLetters = (page: Page, place: string) =>
  inLargeLetters(page, [NARROWEST, PHONE_WIDTH], async (width) => {
    await expectNoSidewaysScroll(page, `${place}, ${width} px, in large letters`)
    await expectWholeWords(page, `${place}, ${width} px, in large letters`)
  })

/** In large letters the page scrolls down alone: a table may scroll sideways within itself. */
export const expectNarrowInLargeLetters = (page: Page, place: string) =>
  inLargeLetters(page, [PHONE_WIDTH], () => expectNoSidewaysScroll(page, `${place}, in large letters`))

/** Nothing that is read lies under it, as the page stands, for who reads in large letters. */
export async function expectClearInLargeLetters(page: Page, note: Locator) {
  const covered = () =>
    note.evaluate((words) => {
      const note = words.closest('[data-box]') ?? words
      const place = note.getBoundingClientRect()
      const range = document.createRange()
      const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        if (note.contains(text)) continue
        range.selectNodeContents(text)
        const isUnder = [...range.getClientRects()].some(
          ({ top, bottom, width }) => width > 1 && top < place.bottom && place.top < bottom,
        )
        if (isUnder) found.push(text.data)
      }
      return found
    })
  await inLargeLetters(page, [NARROWEST, PHONE_WIDTH], async (width) => {
    await expect.poll(covered, { message: `${width} px` }).toEqual([])
  })
}

async function expectWholeWords(page: Page, place: string) {
  await expect.poll(() => page.evaluate(cutWords), { message: place }).toEqual([])
  await expect.poll(() => page.evaluate(leadingSigns), { message: `${place}, lines` }).toEqual([])
}

/**
 * Runs in the page. Signs that stand between two facts, but begin a line or are all of it. Where a clip-path takes them away
 * at the start of a line, they are not looked at: tests/screens/stylesheets.test.ts does.
 */
function leadingSigns(): string[] {
  const leading: string[] = []
  const range = document.createRange()
  const inOrder = (root: Node) => document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const rectsOf = (text: Node) => {
    range.selectNodeContents(text)
    return [...range.getClientRects()].filter(({ width }) => width > 1)
  }
  /** The block whose lines the text is in: with more words than the sign alone. */
  const blockOf = (text: Text): Element => {
    let block = text.parentElement ?? document.body
    while (
      block.parentElement &&
      (/^inline|contents/.test(getComputedStyle(block).display) || block.textContent?.trim() === text.data.trim())
    )
      block = block.parentElement
    return block
  }
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath !== 'none' ||
      element.getBoundingClientRect().width <= 1 ||
      isClipped(element.parentElement))
  const texts = inOrder(document.body)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (!/[·:;,]/.test(text.data) || !text.parentElement?.checkVisibility() || isClipped(text.parentElement)) continue
    for (const { index } of text.data.matchAll(/(?<![^\s])[·:;,](?=\s|$)|·/g)) {
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      const sign = range.getBoundingClientRect()
      const middle = (sign.top + sign.bottom) / 2
      if (sign.width === 0) continue
      let isFirst = true
      for (const words = inOrder(blockOf(text)); isFirst && words.nextNode(); )
        isFirst = !rectsOf(words.currentNode).some(
          ({ left, top, bottom }) => left < sign.left - 1 && top < middle && middle < bottom,
        )
      if (isFirst) leading.push(`'${text.data.slice(Math.max(0, index - 30), index + 30)}'`)
    }
  }
  return leading
}

/**
 * Runs in the page. Words that go on in the next line where no hyphen shows it. This Chromium knows no syllables: what it may
 * hyphenate is sound, and so is an address or a name that is longer than any word, and what only a screen reader reads.
 */
function cutWords(): string[] {
  const cut: string[] = []
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const isOutOfSight = (element: Element | null): boolean =>
    element !== null && (element.getBoundingClientRect().width <= 1 || isOutOfSight(element.parentElement))
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const within = text.parentElement
    if (!within?.checkVisibility() || getComputedStyle(within).hyphens === 'auto' || isOutOfSight(within)) continue
    const shorter = text.data.replace(/\S{31,}/g, (found) => ' '.repeat(found.length))
    for (const { 0: word, index } of shorter.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))
      if (new Set(lines).size > 1) cut.push(`${word} in '${text.data.slice(0, 80)}'`)
    }
  }
  return cut
}

/** The width of a tablet that is held in two hands. */
export const TABLET_WIDTH = 1024

interface Sound {
  /** widths in px to look at, in addition to those of a phone and a desktop */
  widths?: number[]
  /** selector of elements that are drawn many times, and are looked at elsewhere on the page */
  but?: string
}

const IS_FIRST_TIER = process.env.TIER === 'first'

/** What a story meets on its way, in all; in the first tier `every-screen.e2e.ts` alone looks (tests/tiers.rationale.md). */
export async function expectSound(page: Page, place: string, sound: Sound = {}) {
  if (!IS_FIRST_TIER) await expectScreenSound(page, place, sound)
}

/**
 * On a phone and on a desk, in light and in dark; the page is left as it was, scrolled to its top. In the first tier as on a
 * phone and as at a desk, and on the phone its colours again in dark; dark at a desk and the widths between are in all.
 */
export async function expectScreenSound(page: Page, place: string, { widths = [], but }: Sound = {}) {
  const exclude = but === undefined ? [] : [but]
  // Stays with the page, which would lose its touch with it.
  const pointer = await page.context().newCDPSession(page)
  for (const width of IS_FIRST_TIER ? [NARROWEST] : [NARROWEST, TABLET_WIDTH]) {
    await setWidth(page, width)
    await expectNoSidewaysScroll(page, `${place}, ${width} px`)
    if (width === NARROWEST) await expectWholeWords(page, `${place}, ${width} px`)
    await keepLook(page, `${place} ${width}`)
  }
  for (const width of [DESK_WIDTH, ...(IS_FIRST_TIER ? [] : widths), PHONE_WIDTH]) {
    // A desk has a mouse: what is pressed may be smaller there.
    await pointer.send('Emulation.setTouchEmulationEnabled', { enabled: width !== DESK_WIDTH })
    await setWidth(page, width)
    await expectNoSidewaysScroll(page, `${place}, ${width} px`)
    if (width === PHONE_WIDTH) await expectWholeWords(page, `${place}, ${width} px`)
    await keepLook(page, `${place} ${width}`)
    const putBack = await putCoversAside(page)
    for (const [colorScheme, look] of IS_FIRST_TIER && width !== PHONE_WIDTH ? LOOKS.slice(0, 1) : LOOKS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `${place}, ${width} px, ${colorScheme}`, look, exclude)
    }
    await putBack()
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/**
 * Axe cannot compute the contrast under a bar at the foot while nobody scrolls: such bars are moved to the end of the
 * page meanwhile. Nor does it know that nothing behind a modal dialog can cover it: that is out of sight meanwhile.
 */
async function putCoversAside(page: Page): Promise<() => Promise<void>> {
  const changed = await page.evaluateHandle(() => {
    const changed: { element: HTMLElement; name: 'position' | 'visibility'; was: string }[] = []
    const set = (element: HTMLElement, name: 'position' | 'visibility', value: string) => {
      changed.push({ element, name, was: element.style[name] })
      element.style[name] = value
    }
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const { position, bottom } = getComputedStyle(element)
      if (position === 'sticky' && bottom !== 'auto') set(element, 'position', 'static')
    }
    // Scrolls the dialog back to its top: axe finds nothing in parts that are scrolled out of sight.
    document.querySelector('dialog:modal')?.scrollTo(0, 0)
    for (
      let node: Element | null = document.querySelector('dialog:modal');
      node?.parentElement;
      node = node.parentElement
    )
      for (const beside of node.parentElement.children)
        if (beside !== node && beside instanceof HTMLElement && !beside.matches('head'))
          set(beside, 'visibility', 'hidden')
    return changed
  })
  return async () => {
    await changed.evaluate((changed) => {
      for (const { element, name, was } of changed) element.style[name] = was
    })
    await changed.dispose()
  }
}

/** Makes sticky parts static: axe cannot know the contrast of a row that one of them half covers. */
export const unstick = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    for (const part of main.querySelectorAll<HTMLElement>('*'))
      if (getComputedStyle(part).position === 'sticky')
        Object.assign(part.style, { position: 'static', zIndex: 'auto' })
  })

async function setWidth(page: Page, width: number) {
  await page.setViewportSize({ width, height: HEIGHT })
  // A sticky bar covers what is scrolled under it, whose contrast is unknown.
  await page.evaluate(() => window.scrollTo(0, 0))
}
