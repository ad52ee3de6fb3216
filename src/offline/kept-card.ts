import { dropCard, KEY } from './drop-card.ts'

/**
 * Card of a student's next test as last rendered, stored on the device so that index.html can show it before the app has loaded
 * (src/app/first-frame/pick-frame.ts). It is deleted with the session, and never shown to another user.
 */
export interface KeptCard {
  userId: number
  /** build that rendered it: class names differ between builds */
  release: string
  /** ms since the epoch until which all of it is true, including 'morgen' */
  isExactUntil: number
  /** ms since the epoch after which it is not shown any more */
  shownUntil: number
  drawn: Drawn
}

/** A text, or an element with its tag, attributes and children. */
export type Drawn = string | readonly [tag: string, attributes: Record<string, string>, ...inside: Drawn[]]

const release: string = import.meta.env.VITE_RELEASE

/** Elements that keep their look without doing anything. All others become a `span`. */
const TAGS = /^(button|div|h2|li|p|path|span|svg|ul)$/
const ATTRIBUTES = /^(class|d|viewBox|aria-hidden|data-[\w-]+)$/
const OF_SVG = /^(path|svg)$/

export function keepCard(card: Omit<KeptCard, 'release' | 'drawn'>, element: Element): void {
  try {
    const kept: KeptCard = { ...card, release, drawn: describe(element) }
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Storage is full or refused: a skeleton of the card is shown instead.
  }
}

/** Deletes the card unless it belongs to this user. */
export function dropCardOfOthers(userId: number | null): void {
  try {
    const kept: KeptCard | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (kept && kept.userId !== userId) dropCard()
  } catch {
    dropCard()
  }
}

/** Card stored by this build for this user, if it may still be shown; else null. */
export function keptCard(userId: number, now: number): KeptCard | null {
  const kept: KeptCard | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  return kept?.userId === userId && kept.release === release && now < kept.shownUntil ? kept : null
}

function describe({ tagName, attributes, childNodes }: Element): Drawn {
  const copied = [...attributes].filter(({ name }) => ATTRIBUTES.test(name)).map(({ name, value }) => [name, value])
  const inside = [...childNodes].flatMap((node) =>
    node instanceof Element ? [describe(node)] : node instanceof Text ? [node.data] : [],
  )
  return [tagName.toLowerCase(), Object.fromEntries(copied), ...inside]
}

export function draw(drawn: Drawn): Node {
  if (typeof drawn === 'string') return document.createTextNode(drawn)
  const [wanted, attributes, ...inside] = drawn
  const tag = TAGS.test(wanted) ? wanted : 'span'
  const element = OF_SVG.test(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (ATTRIBUTES.test(name)) element.setAttribute(name, value)
  element.append(...inside.map(draw))
  return element
}
