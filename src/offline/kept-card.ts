import { dropCard, KEY } from './drop-card.ts'

/**
 * The card of a student's next test as it was drawn last, kept on the device so that index.html can show it before the app
 * has come (src/app/first-frame/pick-frame.ts). It goes with the session, and another user is never shown it.
 */
export interface KeptCard {
  userId: number
  /** the build that drew it: class names are of one build */
  release: string
  /** ms since the epoch until which all of it is true, such as 'morgen' */
  isExactUntil: number
  /** ms since the epoch from which on it is not shown any more */
  shownUntil: number
  drawn: Drawn
}

/** A text, or an element: its tag, its attributes and what is in it. */
export type Drawn = string | readonly [tag: string, attributes: Record<string, string>, ...inside: Drawn[]]

const release: string = import.meta.env.VITE_RELEASE

/** Elements that look the same and do nothing. All others become a `span`. */
const TAGS = /^(button|div|h2|li|p|path|span|svg|ul)$/
const ATTRIBUTES = /^(class|d|viewBox|aria-hidden|data-[\w-]+)$/
const OF_SVG = /^(path|svg)$/

export function keepCard(card: Omit<KeptCard, 'release' | 'drawn'>, element: Element): void {
  try {
    const kept: KeptCard = { ...card, release, drawn: describe(element) }
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Storage that is full or refused: the shape of the card is shown instead.
  }
}

/** Drops what is kept for anybody but this user. */
export function dropCardOfOthers(userId: number | null): void {
  try {
    const kept: KeptCard | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (kept && kept.userId !== userId) dropCard()
  } catch {
    dropCard()
  }
}

/** Card that this build kept for this user and that may still be shown; null where there is none. */
export function keptCard(userId: number, now: number): KeptCard | null {
  const kept: KeptCard | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  return kept?.userId === userId && kept.release === release && now < kept.shownUntil ? kept : null
}

function describe({ tagName, attributes, childNodes }: Element): Drawn {
  const known = [...attributes].filter(({ name }) => ATTRIBUTES.test(name)).map(({ name, value }) => [name, value])
  const inside = [...childNodes].flatMap((node) =>
    node instanceof Element ? [describe(node)] : node instanceof Text ? [node.data] : [],
  )
  return [tagName.toLowerCase(), Object.fromEntries(known), ...inside]
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
