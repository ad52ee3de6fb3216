export interface TextPart {
  /** text as written */
  text: string
  /** address that a link leads to */
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"“”„«»]+/giu

/** Characters that end a sentence and never an address. */
const SENTENCE_END = ".,;:!?…'’*"

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * Plain text in pieces, one after another: words, and the web addresses among them. The one place that decides what of a
 * message may be pressed, in letters and on screens: nothing but http and https, and none that hides where it leads.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    if (!isPlain(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href: address })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Without what stands behind the address: '(see https://school.test/a).' One walk from its end: a text may be all brackets. */
function withoutEnd(found: string): string {
  const closes = new Map(
    Object.entries(OPENING).map(([closing, opening]) => [closing, excess(found, closing, opening)]),
  )
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    const left = closes.get(last) ?? 0
    if (left > 0) closes.set(last, left - 1)
    else if (!SENTENCE_END.includes(last)) break
  }
  return found.slice(0, end)
}

/** How many brackets are closed that were not opened. */
const excess = (text: string, closing: string, opening: string): number =>
  text.split(closing).length - text.split(opening).length

/** A host, and a port. Nobody before it: `https://school.test@elsewhere.test` seems to be at the school, and is not. */
const isPlain = (address: string): boolean => /^https?:\/\/[\p{L}\p{N}][\p{L}\p{N}.-]*(:\d+)?([/?#]|$)/iu.test(address)
