import { Refused } from './refused.ts'

/** Most characters of a tag or text; a cell of Excel has at most 32,767, each possibly written as '&#x1F600;'. */
const LONGEST_TOKEN = 400_000

/**
 * Handles the elements of a part, in document order. Names are local: 'c' for 'x:c'. Elements of another namespace, such as a
 * drawing's 'xdr:row', have an empty name, and their prefixed attributes are left out.
 */
export interface XmlHandler {
  /** `tag`: as written, without angle brackets */
  open: (name: string, attributes: () => Attributes, tag: string) => void
  close: (name: string) => void
  text: (text: string) => void
  /** whether the rest of the part is not needed */
  isDone?: () => boolean
}

export type Attributes = ReadonlyMap<string, string>

interface XmlReader {
  feed: (piece: string) => void
  /** call after the last piece: throws `workbook-broken` if the part breaks off, since the rest of its rows is missing */
  end: () => void
}

/**
 * Reads XML piece by piece, as it is unpacked, and stores nothing. It supports the XML that workbooks use. Entities are the
 * five of XML and numeric ones; a DOCTYPE, which could define more, is refused: no workbook has one.
 */
export function createXmlReader({ open, close, text, isDone }: XmlHandler): XmlReader {
  let rest = ''
  const spaces = createNamespaces()
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
          const isEnd = tag.startsWith('/')
          if (!isEnd) spaces.enter(tag)
          const name = spaces.hasForeign && spaces.isForeign(prefixOf(tag)) ? '' : nameOf(tag)
          if (!isEnd) open(name, () => attributesOf(tag, spaces), tag)
          if (isEnd || tag.endsWith('/')) {
            close(name)
            spaces.leave()
          }
        }
        at = token.end
      }
      rest = xml.slice(at)
      if (rest.length > LONGEST_TOKEN) throw new Refused('workbook-too-full')
    },
    end: () => {
      if (spaces.isInside) throw new Refused('workbook-broken')
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

/** Namespaces of workbooks, transitional and strict (ECMA-376); a name without a declaration counts as theirs. */
const OWN_NAMESPACES = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])

const DECLARATION = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g

interface Namespaces {
  /** whether any other namespace was declared, as in few parts */
  readonly hasForeign: boolean
  /** whether an element is still open */
  readonly isInside: boolean
  enter: (tag: string) => void
  leave: () => void
  isForeign: (prefix: string) => boolean
}

/** Tracks which prefixes mean a namespace of workbooks; a declaration holds within its element. */
function createNamespaces(): Namespaces {
  const scopes: { depth: number; foreign: ReadonlyMap<string, boolean> }[] = []
  let [depth, hasForeign] = [0, false]
  return {
    get hasForeign() {
      return hasForeign
    },
    get isInside() {
      return depth > 0
    },
    enter: (tag) => {
      depth += 1
      if (!tag.includes('xmlns')) return
      const declared = [...tag.matchAll(DECLARATION)].map(([, prefix = '', double, single]): [string, boolean] => {
        const space = double ?? single ?? ''
        return [prefix, space !== '' && !OWN_NAMESPACES.has(space)]
      })
      hasForeign ||= declared.some(([, isForeign]) => isForeign)
      scopes.push({ depth, foreign: new Map(declared) })
    },
    leave: () => {
      if (scopes.at(-1)?.depth === depth) scopes.pop()
      depth -= 1
    },
    isForeign: (prefix) => scopes.findLast(({ foreign }) => foreign.has(prefix))?.foreign.get(prefix) ?? false,
  }
}

const PREFIX = /^\/?([^\s/:]+):/
const prefixOf = (tag: string): string => PREFIX.exec(tag)?.[1] ?? ''

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

/** Reads attributes by local name; one without a prefix takes precedence, and those of other namespaces are left out. */
function attributesOf(tag: string, spaces: Namespaces): Attributes {
  const attributes = new Map<string, string>()
  const plain = new Set<string>()
  for (const [, name = '', double, single] of tag.matchAll(/\s([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const local = localOf(name)
    if (plain.has(local)) continue
    if (local !== name && spaces.isForeign(name.slice(0, name.length - local.length - 1))) continue
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
