import { MAX_IMPORT_LINES } from '#domain/import/import.rules.ts'

/** Bytes of the file; a list of 5,000 lines has a few hundred thousand. */
export const LARGEST_WORKBOOK = 5_000_000
/** Bytes of all that it unpacks to, counted while it is unpacked: what a zip says of itself may be a lie. */
const MOST_UNPACKED = 50_000_000
const MOST_ENTRIES = 1_000
/** By the addresses of cells: one cell at the far end of a sheet would have a million rows made before it. */
const MOST_ROWS = 2 * MAX_IMPORT_LINES
const MOST_COLUMNS = 256
const MOST_CELLS = 500_000

export type WorkbookProblem =
  | 'workbook-too-large'
  | 'workbook-too-full'
  | 'workbook-encrypted'
  | 'workbook-old'
  | 'workbook-other'
  | 'workbook-broken'

/** As the text of a list, with semicolons; its lines are numbered as the rows of the sheet. */
export type WorkbookReading = { text: string; sheet: string; otherSheets: number } | { problem: WorkbookProblem }

class Refused extends Error {
  readonly problem: WorkbookProblem
  constructor(problem: WorkbookProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Reads the first sheet that is to be seen of an .xlsx file. It is unpacked here, under the limits above, and only then
 * given to the reader of workbooks, which has none; packed anew without compression, since that reader takes a zip.
 */
export async function readWorkbook(file: Uint8Array<ArrayBuffer>): Promise<WorkbookReading> {
  try {
    if (file.byteLength > LARGEST_WORKBOOK) throw new Refused('workbook-too-large')
    if (isCompound(file))
      throw new Refused(holds(file, utf16('EncryptedPackage')) ? 'workbook-encrypted' : 'workbook-old')
    const parts = await unpack(file)
    const { names, first } = sheetsOf(parts)
    for (const part of parts.values()) requireModest(part)
    const [{ readSheet }, { zipSync }] = await Promise.all([import('read-excel-file/universal'), import('fflate')])
    const packed = zipSync(Object.fromEntries(parts), { level: 0 })
    const rows = await readSheet(packed.buffer, first + 1, { trim: true })
    return { text: rows.map(lineOf).join('\n'), sheet: names[first] ?? '', otherSheets: names.length - 1 }
  } catch (error) {
    return { problem: error instanceof Refused ? error.problem : 'workbook-broken' }
  }
}

export const isWorkbook = (file: Uint8Array): boolean => isCompound(file) || startsWith(file, [0x50, 0x4b, 3, 4])

/** What Excel wrote before 2007, and writes around what has a password. */
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

const CENTRAL_END = 0x06054b50
const CENTRAL_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
/** A comment of 65,535 bytes may follow it. */
const FARTHEST_END = 65_557
const STORED = 0
const DEFLATED = 8

/** The XML in a zip, by name (APPNOTE 4.3). A file of 5 MB has no need for the fields of 64 bits. */
async function unpack(file: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let end = file.byteLength - 22
  const farthest = Math.max(0, file.byteLength - FARTHEST_END)
  while (end >= farthest && view.getUint32(end, true) !== CENTRAL_END) end -= 1
  if (end < farthest) throw new Refused('workbook-broken')
  const count = view.getUint16(end + 10, true)
  if (count > MOST_ENTRIES) throw new Refused('workbook-too-full')
  const parts = new Map<string, Uint8Array<ArrayBuffer>>()
  let [at, budget, declared] = [view.getUint32(end + 16, true), MOST_UNPACKED, 0]
  const entries = Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== CENTRAL_ENTRY) throw new Refused('workbook-broken')
    const nameLength = view.getUint16(at + 28, true)
    const entry = {
      name: new TextDecoder().decode(file.subarray(at + 46, at + 46 + nameLength)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    return entry
  })
  const names = new Set(entries.map(({ name }) => name))
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new Refused('workbook-encrypted')
  if (!names.has('xl/workbook.xml')) throw new Refused('workbook-other')
  if (names.size < count) throw new Refused('workbook-broken')
  const wanted = entries.filter(({ name }) => /\.(xml|rels)$/.test(name))
  for (const { size } of wanted) declared += size
  if (declared > MOST_UNPACKED) throw new Refused('workbook-too-full')
  for (const { name, method, packedSize, local } of wanted) {
    if (view.getUint32(local, true) !== LOCAL_ENTRY) throw new Refused('workbook-broken')
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const packed = file.subarray(start, start + packedSize)
    if (packed.byteLength < packedSize || ![STORED, DEFLATED].includes(method)) throw new Refused('workbook-broken')
    const part = method === STORED ? packed : await inflate(packed, budget)
    budget -= part.byteLength
    if (budget < 0) throw new Refused('workbook-too-full')
    parts.set(name, part)
  }
  return parts
}

/** Stops as soon as it is more than `most` bytes. */
async function inflate(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    size += value.byteLength
    if (size > most) {
      await reader.cancel().catch(() => undefined)
      throw new Refused('workbook-too-full')
    }
    chunks.push(value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** The names of its sheets, and which is the first that is to be seen. */
function sheetsOf(parts: ReadonlyMap<string, Uint8Array>): { names: string[]; first: number } {
  const workbook = new TextDecoder().decode(parts.get('xl/workbook.xml'))
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([sheet]) => sheet)
  const first = sheets.findIndex((sheet) => !/\sstate\s*=\s*["'](?:very)?hidden["']/i.test(sheet))
  if (first < 0) throw new Refused('workbook-broken')
  return { names: sheets.map((sheet) => /\sname\s*=\s*"([^"]*)"/.exec(sheet)?.[1] ?? ''), first }
}

/** No address of a row or a cell lies far out, and there are not too many of them, wherever they stand in the XML. */
function requireModest(part: Uint8Array): void {
  let cells = 0
  for (const [, , address = ''] of new TextDecoder().decode(part).matchAll(/\sr\s*=\s*(["'])(.*?)\1/gs)) {
    const [, letters, row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(address) ?? []
    if (letters === undefined) throw new Refused('workbook-broken')
    if (++cells > MOST_CELLS || Number(row) > MOST_ROWS || columnOf(letters) > MOST_COLUMNS)
      throw new Refused('workbook-too-full')
  }
}

/** 'AB' is 28. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

const lineOf = (row: readonly unknown[]): string => {
  const cells = row.map((cell) => (typeof cell === 'string' ? quoted(cell) : textOf(cell)))
  while (cells.at(-1) === '') cells.pop()
  return cells.join(';')
}

/** On one line, so that the numbers of lines stay those of rows; whatever in it could part cells stands between quotes. */
const quoted = (text: string): string => {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  return /[";,\t]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}

/** As Dutch Excel would write it into a CSV file. A sheet counts in binary: 7.199999999999999 is what somebody typed as 7,2. */
function textOf(cell: unknown): string {
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15))).replace('.', ',')
  if (typeof cell === 'boolean') return cell ? 'WAAR' : 'ONWAAR'
  if (!(cell instanceof Date)) return ''
  const [day = '', time = ''] = new Date(Math.round(cell.getTime() / 60_000) * 60_000).toISOString().split('T')
  const clock = time.slice(0, 5)
  const written = day.split('-').reverse().join('-')
  // A time of day alone is a moment on the day before all days.
  if (cell.getUTCFullYear() < 1901) return clock
  return clock === '00:00' ? written : `${written} ${clock}`
}
