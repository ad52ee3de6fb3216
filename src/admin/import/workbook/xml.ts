import { Refused } from './refused.ts'

/** Most characters of a tag or text; a cell of Excel has at most 32,767, each possibly written as '&#x1F600;'. */
const LONGEST_TOKEN = 400_000

/** Handles the elements of a part, in document order. Names are local: 'c' for 'x:c'. */
export interface XmlHandler {
  /** `tag`: as written, without angle brackets */
  open: (name: string, attributes: () => Attributes, tag: string) => void
  close: (name: string) => void
  text: (text: string) => void
  /** whether the rest of the part is not needed */
  isDone?: () => boolean
}

export type Attributes = ReadonlyMap<string, string>

/**
 * Reads XML piece by piece, as it is unpacked, and stores nothing. It supports the XML that workbooks use. Entities are the
 * five of XML and numeric ones; a DOCTYPE, which could define more, is refused: no workbook has one.
 */
export function createXmlReader({ open, close, text, isDone }: XmlHandler): { feed: (piece: string) => void } {
  let rest = ''
  return {
    feed: (piece) => {
      const xml = rest + piece
      let at = 0
      while (at < xml.length && !isDone?.()) {
        const token = readToken(xml, at)
        if (token === null) break
        if (token.kind === 'text' && token.text !== '') text(token.text)
        if (token.kind === 'tag') {
          const { tag } = token
          const name = nameOf(tag)
          if (tag.startsWith('/')) close(name)
          else {
            open(name, () => attributesOf(tag), tag)
            if (tag.endsWith('/')) close(name)
          }
        }
        at = token.end
      }
      rest = xml.slice(at)
      if (rest.length > LONGEST_TOKEN) throw new Refused('workbook-too-full')
    },
  }
}

type Token = { end: number } & ({ kind: 'text'; text: string } | { kind: 'tag'; tag: string } | { kind: 'other' })

/** The token that starts here; null while it is incomplete. */
function readToken(xml: string, at: number): Token | null {
  if (xml[at] !== '<') {
    const end = xml.indexOf('<', at)
    return end < 0 ? null : { kind: 'text', text: decodeEntities(xml.slice(at, end)), end }
  }
  // Too short to know which kind it is.
  if (xml.length < at + 9 && /[!?]/.test(xml[at + 1] ?? '!')) return null
  if (xml.startsWith('<!--', at)) return skipTo('-->', xml, at + 4)
  if (xml.startsWith('<?', at)) return skipTo('?>', xml, at)
  if (xml.startsWith('<![CDATA[', at)) {
    const end = xml.indexOf(']]>', at)
    return end < 0 ? null : { kind: 'text', text: xml.slice(at + 9, end), end: end + 3 }
  }
  if (xml.startsWith('<!', at)) throw new Refused('workbook-broken')
  return readTag(xml, at)
}

function skipTo(mark: string, xml: string, from: number): Token | null {
  const end = xml.indexOf(mark, from)
  return end < 0 ? null : { kind: 'other', end: end + mark.length }
}

const [GREATER, DOUBLE, SINGLE] = ['>', '"', "'"].map((sign) => sign.charCodeAt(0))

/** A '>' inside quotes does not end the tag. */
function readTag(xml: string, at: number): Token | null {
  let quote: number | undefined
  for (let end = at + 1; end < xml.length; end++) {
    const sign = xml.charCodeAt(end)
    if (quote !== undefined) {
      if (sign === quote) quote = undefined
    } else if (sign === DOUBLE || sign === SINGLE) quote = sign
    else if (sign === GREATER) return { kind: 'tag', tag: xml.slice(at + 1, end), end: end + 1 }
  }
  return null
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

const [SLASH, COLON] = ['/', ':'].map((sign) => sign.charCodeAt(0))
const SPACE = 32

/** Reads the name of a tag without a regular expression, since it runs millions of times. */
function nameOf(tag: string): string {
  let start = tag.charCodeAt(0) === SLASH ? 1 : 0
  let end = start
  for (; end < tag.length; end++) {
    const sign = tag.charCodeAt(end)
    if (sign <= SPACE || sign === SLASH) break
    if (sign === COLON) start = end + 1
  }
  return tag.slice(start, end)
}

/** The first attribute of a tag, if it has this name and a plain value: `r` of `<row r="12">`. */
export function firstAttribute(tag: string, name: string): string | undefined {
  const start = tag.indexOf(' ') + 1
  if (start === 0 || !tag.startsWith(`${name}="`, start)) return undefined
  const end = tag.indexOf('"', start + name.length + 2)
  const value = tag.slice(start + name.length + 2, end)
  return end < 0 || value.includes('&') ? undefined : value
}

/** Reads attributes by local name; one without a prefix takes precedence. */
function attributesOf(tag: string): Attributes {
  const attributes = new Map<string, string>()
  const plain = new Set<string>()
  for (const [, name = '', double, single] of tag.matchAll(/\s([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const local = localOf(name)
    if (plain.has(local)) continue
    if (local === name) plain.add(local)
    attributes.set(local, decodeEntities(double ?? single ?? ''))
  }
  return attributes
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (written, decimal, hexadecimal, name) => {
        if (name !== undefined) return ENTITIES.get(name) ?? written
        const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
        return code > 0x10ffff ? written : String.fromCodePoint(code)
      })
    : text
