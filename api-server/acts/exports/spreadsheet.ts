import type { Blob } from 'node:buffer'
import type Stream from 'node:stream'
import type { CellObject, Feature, SheetData } from 'write-excel-file/node'
import { amsterdamClock } from '#domain/calendar/amsterdam.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'

/** Contents that the library accepts on Node. */
type Content = Stream | Buffer | Blob

export interface Column<Row> {
  heading: string
  /** in characters */
  width: number
  cell: (row: Row) => CellObject | null
}

interface Page<Row> {
  /** name of its tab, see `sheetNames` */
  name: string
  /** from left to right */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** on paper that lies; it stands otherwise */
  landscape?: boolean
  /** at the head of each sheet of paper: what the list is of, and of which moment */
  head: readonly [left: string, right: string]
}

/** A sheet under headings that stay in sight. */
export function sheetOf<Row>({ name, columns, rows, landscape = false, head }: Page<Row>) {
  const headings = columns.map(({ heading }) => ({ ...text(heading), fontWeight: 'bold' as const }))
  const data: SheetData = [headings, ...rows.map((row) => columns.map(({ cell }) => cell(row)))]
  const widths = columns.map(({ width }) => ({ width }))
  return {
    data,
    sheet: name,
    columns: widths,
    stickyRowsCount: 1,
    landscape,
    head,
  }
}

interface Grouped {
  class_group: string | null
}

/** The last column of a list of people, where any of them is in a class group. */
export const classGroupsOf = (people: readonly Grouped[]): Column<Grouped>[] =>
  people.some(({ class_group }) => class_group !== null)
    ? [{ heading: 'Klas', width: 14, cell: ({ class_group }) => textOrNone(class_group) }]
    : []

type Sheet = ReturnType<typeof sheetOf>

/** Writes an .xlsx whose sheets are ready to be printed. */
export async function* writeSpreadsheet(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const pages = sheets.map(({ head, landscape, ...sheet }) => sheet)
  // Not with the server: it takes memory that only who exports needs.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  yield await writeExcelFile(pages, { features: [printed(sheets), quoted] }).toBuffer()
}

/** Longest name of a worksheet, in UTF-16 units. */
const LONGEST_NAME = 31

/** Excel keeps this one for itself. */
const RESERVED = 'history'

/**
 * Names sheets, one after the other: what none may have in its name is left out ('WIS A/B' is 'WIS A-B'), and one that is
 * there already, in whatever case, is counted on.
 */
export function sheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED])
  return (wanted) => {
    const name = wanted
      .replaceAll(/[[\]/\\:*?]/g, '-')
      .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
      .replaceAll(/^['\s]+|['\s]+$/g, '')
    for (let count = 1; ; count++) {
      const suffix = count === 1 ? '' : ` (${count})`
      const free = cut(name || 'Blad', LONGEST_NAME - suffix.length) + suffix
      if (taken.has(free.toLowerCase())) continue
      taken.add(free.toLowerCase())
      return free
    }
  }
}

/** At most so many units of UTF-16, with no letter halved, and no apostrophe at its end. */
function cut(value: string, length: number): string {
  const letters = Array.from(value)
  while (letters.join('').length > length) letters.pop()
  return letters.join('').replace(/['\s]+$/, '')
}

/**
 * A cell of type text, never a formula: what it holds is not looked at. Its format '@' keeps it text also when somebody
 * edits it in the spreadsheet.
 *
 * The zero byte is left out of the file, as XML asks. The library looks texts up in a plain object, so without it somebody
 * who is called 'constructor' would get a cell of what every JavaScript object inherits, and a file that does not open.
 */
export const text = (value: string): CellObject =>
  LOOKS_LIKE_A_FORMULA.test(value)
    ? { value: `'${value}\0`, type: String, format: '@', align: 'left' }
    : { value: `${value}\0`, type: String, format: '@' }

export const textOrNone = (value: string | null) => (value === null || value === '' ? null : text(value))

export const count = (value: number | null, format?: string): CellObject | null =>
  value === null ? null : { value, type: Number, ...(format && { format }) }

/** A grade can be reckoned with; 'V' and 'O' stand for themselves. */
export const resultCell = (value: ResultValue | null) =>
  value?.grade == null ? textOrNone(resultCellLabel(value)) : count(value.grade / 10, '0.0')

/** Spreadsheets know no time zones: the cell holds what the clock in Amsterdam showed. */
export const localTime = (instant: string) => ({
  value: new Date(`${amsterdamClock(Date.parse(instant)).replace(' ', 'T')}Z`),
  type: Date,
  format: 'dd-mm-yyyy hh:mm',
})

/**
 * First character of a text that spreadsheet programs read as a formula from a CSV; some take a wide sign for its
 * narrow one. A CSV that is saved from the worksheet holds the bare text, whatever the cell's type and format were
 * (tried with LibreOffice), so that only an apostrophe that is part of the text is still there when the CSV is opened.
 */
const LOOKS_LIKE_A_FORMULA = /^\s*[=+\-@＝＋－＠]/

/**
 * `quotePrefix`, which a cell has that was typed with an apostrophe before it: spreadsheets then take it for text whatever
 * is done to it. The library does not know it, so it is put with the style of cells that stand to the left; no other is
 * aligned, and a text stands there anyway.
 */
const quoted: Feature<Content> = {
  files: {
    transform: {
      'xl/styles.xml': {
        transform: (xml) => xml.replaceAll(/<xf (?=[^>]*><alignment horizontal="left")/g, '<xf quotePrefix="1" '),
      },
    },
  },
}

/** On paper: as wide as the page, however long, with lines, the headings and what it is on each, and the page's number. */
const printed = (sheets: readonly Sheet[]): Feature<Content> => {
  const headings = sheets.map(({ sheet }, index) => {
    const name = inXml(sheet.replaceAll("'", "''"))
    return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${name}'!$1:$1</definedName>`
  })
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml, _, { sheetIndex }) =>
            xml
              .replace(/<worksheet [^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
              .replace('</worksheet>', () => `${paperOf(sheets[sheetIndex])}</worksheet>`),
        },
        'xl/workbook.xml': {
          transform: (xml) => xml.replace('<definedNames/>', () => `<definedNames>${headings.join('')}</definedNames>`),
        },
      },
    },
  }
}

/** A head of more than 255 characters makes Excel repair the file. */
const LONGEST_HEAD = 110

/** An '&' begins a command there, unless it is doubled. */
function headText(part: string): string {
  const letters = Array.from(part.replaceAll(/\p{Cc}/gu, ''), (letter) => (letter === '&' ? '&&' : letter))
  while (letters.join('').length > LONGEST_HEAD) letters.pop()
  return letters.join('')
}

/** A4, in the order of elements that the format asks for; margins in inches. */
function paperOf(sheet: Sheet | undefined): string {
  const [left = '', right = ''] = (sheet?.head ?? []).map(headText)
  const orientation = sheet?.landscape ? 'landscape' : 'portrait'
  return [
    '<printOptions gridLines="1"/>',
    '<pageMargins left="0.5" right="0.5" top="0.8" bottom="0.7" header="0.4" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`,
    `<headerFooter><oddHeader>${inXml(`&L&B${left}&B&R${right}`)}</oddHeader><oddFooter>${inXml(PAGE)}</oddFooter></headerFooter>`,
  ].join('')
}

const PAGE = '&RPagina &P van &N'

const inXml = (value: string): string =>
  value
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
