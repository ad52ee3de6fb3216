import { type Archive, openArchive } from './archive.ts'
import { builtInFormat, type NumberFormat, readNumberFormat } from './number-format.ts'
import { Refused, type WorkbookProblem } from './refused.ts'
import { createSheetReader, decodeEscapes, isTrue, type SheetContent, type SheetRow, type Workbook } from './sheet.ts'
import { createXmlReader, type XmlHandler } from './xml.ts'

/** Largest file (bytes). A list of 5,000 lines has a few hundred thousand; pictures in it are not unpacked. */
export const LARGEST_WORKBOOK = 20_000_000
/** Most characters of all texts of a workbook. */
const MOST_STRINGS = 20_000_000
/** Bytes that a text takes in addition to its characters. */
const ROOM_OF_STRING = 20
const MOST_FORMATS = 100_000
/** Rows by which a worksheet with the list is recognized. */
const ROWS_OF_HEAD = 30
const MOST_LOOKED_INTO = 50

/** A worksheet as the text of a list, with semicolons; its line numbers equal the row numbers. */
export interface SheetText {
  text: string
  /** number of hidden nonempty rows, whether or not the text includes them */
  hidden: number
  merged: number
  uncomputed: number
}

/** An open workbook; its worksheets are read on demand. */
export interface OpenedWorkbook {
  /** names of the visible worksheets, in order */
  sheets: readonly string[]
  /** index of the worksheet with the list, by `rate` */
  best: number
  readSheet: (index: number, options?: { withHidden?: boolean }) => Promise<SheetReading>
}

export type SheetReading = SheetText | { problem: WorkbookProblem }

/** Opens an .xlsx file. `rate` says how much the first rows of a worksheet look like a list; the first of equals wins. */
export async function openWorkbook(
  file: Uint8Array<ArrayBuffer>,
  rate: (rows: readonly (readonly string[])[]) => number = () => 0,
): Promise<OpenedWorkbook | { problem: WorkbookProblem }> {
  return await orProblem(async () => {
    if (file.byteLength > LARGEST_WORKBOOK) throw new Refused('workbook-too-large')
    if (isCompound(file))
      throw new Refused(holds(file, utf16('EncryptedPackage')) ? 'workbook-encrypted' : 'workbook-old')
    const archive = openArchive(file)
    const { sheets, is1904, parts } = await readOutline(archive)
    const workbook: Workbook = {
      is1904,
      strings: await readStrings(archive, parts.strings),
      formats: await readFormats(archive, parts.styles),
    }
    const contents = new Map<number, SheetContent>()
    const contentOf = async (index: number): Promise<SheetContent> => {
      const known = contents.get(index)
      if (known) return known
      const content = await readSheetPart(archive, sheets[index]?.part, workbook)
      contents.set(index, content)
      return content
    }
    let [best, highest] = [0, Number.NEGATIVE_INFINITY]
    if (sheets.length > 1)
      for (const [index, { part }] of sheets.slice(0, MOST_LOOKED_INTO).entries()) {
        const head = await orProblem(() => readSheetPart(archive, part, workbook, ROWS_OF_HEAD))
        const rating = 'problem' in head ? Number.NEGATIVE_INFINITY : ratingOf(head.rows, rate)
        if (rating > highest) [best, highest] = [index, rating]
      }
    return {
      sheets: sheets.map(({ name }) => name),
      best,
      readSheet: (index, options) => orProblem(async () => textOf(await contentOf(index), options)),
    }
  })
}

/** An empty worksheet never wins. */
const ratingOf = (rows: readonly SheetRow[], rate: (rows: readonly (readonly string[])[]) => number): number =>
  rows.length === 0 ? -1 : rate(rows.map(({ cells }) => Array.from(cells, (cell) => cell ?? '')))

async function orProblem<Result>(work: () => Promise<Result>): Promise<Result | { problem: WorkbookProblem }> {
  try {
    return await work()
  } catch (error) {
    return { problem: error instanceof Refused ? error.problem : 'workbook-broken' }
  }
}

export const isWorkbook = (file: Uint8Array): boolean => isCompound(file) || startsWith(file, [0x50, 0x4b, 3, 4])

/** Whether a file is from Excel before 2007, or protected by a password. */
const isCompound = (file: Uint8Array): boolean => startsWith(file, [0xd0, 0xcf, 0x11, 0xe0])

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

const utf16 = (text: string): number[] => [...text].flatMap((sign) => [sign.charCodeAt(0), 0])

const holds = (bytes: Uint8Array, sought: readonly number[]): boolean => {
  const [first = 0] = sought
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes.subarray(at), sought)) return true
  return false
}

/** Time (ms) for which a part is read before the page gets a turn. */
const TURN_MS = 40

/** Reads a part to its end, or until the handler needs no more. */
async function readPart(archive: Archive, name: string, handler: XmlHandler): Promise<void> {
  const { feed, end } = createXmlReader(handler)
  let decoder: TextDecoder | undefined
  let turn = performance.now()
  for await (const piece of archive.read(name)) {
    decoder ??= new TextDecoder(encodingOf(piece))
    feed(decoder.decode(piece, { stream: true }))
    if (handler.isDone?.()) return
    if (performance.now() - turn < TURN_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    turn = performance.now()
  }
  end()
}

/** XML without a byte order mark is UTF-8 in all workbooks. */
const encodingOf = (beginning: Uint8Array): string => {
  if (startsWith(beginning, [0xff, 0xfe])) return 'utf-16le'
  return startsWith(beginning, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'
}

interface Relation {
  type: string
  target: string
}

/** Reads the relations of a part by id, with the last word of their type, which is the same in strict files. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations = new Map<string, Relation>()
  if (!archive.has(name)) return relations
  await readPart(archive, name, {
    open: (element, attributes) => {
      if (element !== 'Relationship') return
      const values = attributes()
      const target = values.get('Target') ?? ''
      relations.set(values.get('Id') ?? '', {
        type: values.get('Type')?.split('/').at(-1) ?? '',
        target: target.startsWith('/') ? target.slice(1) : resolve(folder, target),
      })
    },
    close: () => undefined,
    text: () => undefined,
  })
  return relations
}

/** Resolves a relative path: 'xl/' and '../a.xml' give 'a.xml'. */
function resolve(folder: string, target: string): string {
  const path = folder.split('/').filter((step) => step !== '')
  for (const step of target.replaceAll('\\', '/').split('/'))
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  return path.join('/')
}

interface Outline {
  sheets: { name: string; part: string }[]
  is1904: boolean
  parts: { strings: string | undefined; styles: string | undefined }
}

async function readOutline(archive: Archive): Promise<Outline> {
  const root = await readRelations(archive, '')
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!archive.has(main)) throw new Refused(kindOf(archive, main))
  if (main.endsWith('.bin')) throw new Refused('workbook-binary')
  const relations = await readRelations(archive, main)
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target
  const sheets: Outline['sheets'] = []
  let is1904 = false
  await readPart(archive, main, {
    open: (element, attributes) => {
      if (element === 'workbookPr') is1904 = isTrue(attributes().get('date1904'))
      if (element !== 'sheet') return
      const values = attributes()
      const relation = relations.get(values.get('id') ?? '')
      const isSeen = !/hidden/i.test(values.get('state') ?? '')
      // A chart sheet has no cells.
      if (isSeen && relation?.type === 'worksheet')
        sheets.push({ name: values.get('name') ?? '', part: relation.target })
    },
    close: () => undefined,
    text: () => undefined,
  })
  if (sheets.length === 0) throw new Refused('workbook-broken')
  return { sheets, is1904, parts: { strings: partOf('sharedStrings'), styles: partOf('styles') } }
}

/** Recognizes other kinds of zip files without a workbook. */
function kindOf(archive: Archive, main: string): WorkbookProblem {
  if (main.endsWith('.bin') || archive.has('xl/workbook.bin')) return 'workbook-binary'
  if (archive.has('content.xml') && archive.has('mimetype')) return 'workbook-opendocument'
  return archive.has('Index/Document.iwa') || archive.has('Index.zip') ? 'workbook-numbers' : 'workbook-other'
}

/** Texts that cells refer to by index. Joins all runs of a formatted text; leaves out phonetic readings. */
async function readStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined || !archive.has(part)) return strings
  let [text, read, isText, isPhonetic] = ['', 0, false, false]
  await readPart(archive, part, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = !isPhonetic
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
      if (name !== 'si') return
      // An empty text takes space too.
      read += text.length + ROOM_OF_STRING
      if (read > MOST_STRINGS) throw new Refused('workbook-too-full')
      strings.push(decodeEscapes(text))
    },
  })
  return strings
}

/** Number formats by the index of a cell's style. */
async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = []
  if (part === undefined || !archive.has(part)) return formats
  const own = new Map<number, NumberFormat>()
  let isCells = false
  await readPart(archive, part, {
    open: (name, attributes) => {
      if (own.size + formats.length > MOST_FORMATS) throw new Refused('workbook-too-full')
      if (name === 'cellXfs') isCells = true
      else if (name === 'numFmt') {
        const values = attributes()
        own.set(Number(values.get('numFmtId')), readNumberFormat(values.get('formatCode') ?? ''))
      } else if (name === 'xf' && isCells) {
        const id = Number(attributes().get('numFmtId') ?? 0)
        formats.push(own.get(id) ?? builtInFormat(id))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
    text: () => undefined,
    isDone: () => formats.length > 0 && !isCells,
  })
  return formats
}

async function readSheetPart(
  archive: Archive,
  part: string | undefined,
  workbook: Workbook,
  mostRows?: number,
): Promise<SheetContent> {
  if (part === undefined) throw new Refused('workbook-broken')
  const { handler, content } = createSheetReader(workbook, mostRows)
  await readPart(archive, part, handler)
  return content()
}

function textOf({ rows, merged, uncomputed }: SheetContent, { withHidden = false } = {}): SheetText {
  const lines: string[] = []
  for (const { number, isHidden, cells } of rows) {
    while (lines.length < number) lines.push('')
    if (lines[number - 1]) throw new Refused('workbook-broken')
    if (!isHidden || withHidden) lines[number - 1] = lineOf(cells)
  }
  while (lines.at(-1) === '') lines.pop()
  return {
    text: lines.join('\n'),
    hidden: rows.filter(({ isHidden }) => isHidden).length,
    merged,
    uncomputed,
  }
}

const lineOf = (cells: readonly string[]): string => Array.from(cells, (cell) => quoted(cell ?? '')).join(';')

/** Quotes a cell with a character that could separate cells. A comma in a number separates nothing: lines use semicolons. */
const quoted = (text: string): string => (/[";\t|]|,(?!\d+%?$)/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
