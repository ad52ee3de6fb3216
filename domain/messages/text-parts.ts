export interface TextPart {
  text: string
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"“”„«»]+/giu

/** Characters that end a sentence but never an address. */
const SENTENCE_END = ".,;:!?…'’*"

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * Splits plain text into words and web addresses. Decides for letters and screens which addresses become links: only http and
 * https, and none that hides where it leads.
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

/** Address without what follows it, as in '(see https://school.test/a).' One pass, since a text may be all brackets. */
function withoutEnd(found: string): string {
  const closes = new Map(
    Object.entries(OPENING).map(([closing, opening]) => [closing, excess(found, closing, opening)]),
  )
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    const unclosed = closes.get(last) ?? 0
    if (unclosed > 0) closes.set(last, unclosed - 1)
    else if (!SENTENCE_END.includes(last)) break
  }
  return found.slice(0, end)
}

const excess = (text: string, closing: string, opening: string): number =>
  text.split(closing).length - text.split(opening).length

/** Host and port without user info: `https://school.test@elsewhere.test` looks like the school and is not. */
const isPlain = (address: string): boolean => /^https?:\/\/[\p{L}\p{N}][\p{L}\p{N}.-]*(:\d+)?([/?#]|$)/iu.test(address)
