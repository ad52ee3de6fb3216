import type { Blob } from 'node:buffer'
import type Stream from 'node:stream'
import type { CellObject, Feature, SheetData } from 'write-excel-file/node'
import { amsterdamClock } from '#domain/calendar/amsterdam.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'

/** Types of file contents that the library accepts on Node. */
type Content = Stream | Buffer | Blob

export interface Column<Row> {
  heading: string
  /** in characters */
  width: number
  cell: (row: Row) => CellObject | null
}

interface Page<Row> {
  /** name of its tab; made by `sheetNames` if it is not a fixed text */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** prints on landscape paper; portrait by default */
  landscape?: boolean
  /** header of each printed page: what the list is about, and the moment */
  head: readonly [left: string, right: string]
}

/** Makes a worksheet whose headings stay visible while scrolling. */
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

/** Last column of a list of people, if any of them is in a class group. */
export const classGroupsOf = (people: readonly Grouped[]): Column<Grouped>[] =>
  people.some(({ class_group }) => class_group !== null)
    ? [{ heading: 'Klas', width: 14, cell: ({ class_group }) => textOrNone(class_group) }]
    : []

type Sheet = ReturnType<typeof sheetOf>

export async function* writeSpreadsheet(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const pages = sheets.map(({ head, landscape, ...sheet }) => sheet)
  // Loaded here, since only the process that writes a spreadsheet needs its memory.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  yield await writeExcelFile(pages, { features: [printed(sheets), quoted] }).toBuffer()
}

/** Longest name of a worksheet, in UTF-16 units. */
const LONGEST_NAME = 31

/** Name that Excel reserves. */
const RESERVED = 'history'

/**
 * Returns a function that makes valid, unique names of worksheets. Forbidden characters are replaced ('WIS A/B' becomes 'WIS
 * A-B'), and a name that exists already, also in other capitals, gets a number.
 */
export function sheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED])
  return (wanted) => {
    const name = wanted
      .replaceAll(/[[\]/\\:*?]/g, '-')
      .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
      .replaceAll(/^['\s]+|(?<!['\s])['\s]+$/g, '')
    for (let count = 1; ; count++) {
      const suffix = count === 1 ? '' : ` (${count})`
      const free = cut(name || 'Blad', LONGEST_NAME - suffix.length) + suffix
      if (taken.has(free.toLowerCase())) continue
      taken.add(free.toLowerCase())
      return free
    }
  }
}

/** Shortens a text to `length` UTF-16 units without splitting a letter or ending in an apostrophe. */
function cut(value: string, length: number): string {
  const letters = Array.from(value)
  while (letters.join('').length > length) letters.pop()
  return letters.join('').replace(/(?<!['\s])['\s]+$/, '')
}

/**
 * Makes a text cell, which spreadsheet programs never evaluate as a formula. The format '@' keeps it a text when somebody edits
 * it.
 *
 * The library uses texts as keys of a plain object. The zero byte prevents that a text such as 'constructor' finds what every
 * object inherits, which would damage the file. XML has no zero byte, so it does not get into the file.
 */
export const text = (value: string): CellObject =>
  LOOKS_LIKE_A_FORMULA.test(value)
    ? { value: `'${value}\0`, type: String, format: '@', align: 'left' }
    : { value: `${value}\0`, type: String, format: '@' }

export const textOrNone = (value: string | null) => (value === null || value === '' ? null : text(value))

export const count = (value: number | null, format?: string): CellObject | null =>
  value === null ? null : { value, type: Number, ...(format && { format }) }

export const resultCell = (value: ResultValue | null) =>
  value?.grade == null ? textOrNone(resultCellLabel(value)) : count(value.grade / 10, '0.0')

/** Spreadsheets have no time zones: the cell contains the local time in Amsterdam. */
export const localTime = (instant: string) => ({
  value: new Date(`${amsterdamClock(Date.parse(instant)).replace(' ', 'T')}Z`),
  type: Date,
  format: 'dd-mm-yyyy hh:mm',
})

/**
 * Beginning of a text that spreadsheet programs read as a formula when they open a CSV; some accept full-width signs too. A CSV
 * saved from the worksheet loses the cell's type and format (tried with LibreOffice), so `text` adds an apostrophe to the text
 * itself.
 */
const LOOKS_LIKE_A_FORMULA = /^\s*[=+\-@＝＋－＠]/

/**
 * Sets `quotePrefix`, the mark of a cell typed with a leading apostrophe: such a cell stays a text whatever the user does with
 * it. The library does not support it, so it is added to the style of left-aligned cells. `text` aligns only these cells, and
 * texts are shown on the left anyway.
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

/** Print settings: fits the width of the page; each page has lines, headings, a header and its number. */
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

/** Most characters in each half of the page header: Excel calls a file damaged if the header has more than 255. */
const LONGEST_HEAD = 110

/** Escapes a part of the page header, where a single '&' begins a command. */
function headText(part: string): string {
  const letters = Array.from(part.replaceAll(/\p{Cc}/gu, ''), (letter) => (letter === '&' ? '&&' : letter))
  while (letters.join('').length > LONGEST_HEAD) letters.pop()
  return letters.join('')
}

/** XML of the print settings for A4, its elements in the order of the format; margins in inches. */
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
