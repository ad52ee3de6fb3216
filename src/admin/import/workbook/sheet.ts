import { MAX_IMPORT_LINES } from '#domain/import/list-kind.ts'
import { isoText, type NumberFormat, numberText } from './number-format.ts'
import { Refused } from './refused.ts'
import { type Attributes, firstAttribute, type XmlHandler } from './xml.ts'

/** Limits: values farther down or right are not in a list that can be imported. Empty cells may be anywhere. */
const MOST_ROWS = 2 * MAX_IMPORT_LINES
const MOST_COLUMNS = 256
const MOST_CELLS = 500_000
/** Characters of all cells together; the server accepts two million. */
const MOST_TEXT = 4_000_000
const MOST_MERGED = 10_000
/** Rows that may be looked up for all merged cells together. */
const MOST_FILLED = 100_000

/** A nonempty row. */
export interface SheetRow {
  /** row number, from 1 */
  number: number
  /** hidden by a filter, or by hand */
  isHidden: boolean
  /** text by column, from 0; no entry for an empty cell */
  cells: string[]
}

export interface SheetContent {
  rows: SheetRow[]
  /** number of cells that got the value of the merged cell above them */
  merged: number
  /** number of cells with a formula but no result, since no spreadsheet program calculated it */
  uncomputed: number
}

/** Parts of a workbook that cells refer to. */
export interface Workbook {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  is1904: boolean
}

interface OpenCell {
  attributes: () => Attributes
  address: string | undefined
  value: string | null
  text: string | null
  hasFormula: boolean
}

/** Reads the cells with a value from one worksheet. Stops after `mostRows` nonempty rows. */
export function createSheetReader(workbook: Workbook, mostRows = Number.POSITIVE_INFINITY) {
  const rows: SheetRow[] = []
  const merges: string[] = []
  let [rowNumber, column, cellsRead, textRead, uncomputed] = [0, 0, 0, 0, 0]
  let row: SheetRow | null = null
  let cell: OpenCell | null = null
  let isPhonetic = false
  let into: 'value' | 'text' | null = null

  const openRow = (attributes: () => Attributes, tag: string) => {
    const number = Number(firstAttribute(tag, 'r') ?? attributes().get('r') ?? rowNumber + 1)
    if (!Number.isInteger(number) || number < 1) throw new Refused('workbook-broken')
    rowNumber = number
    column = -1
    row = { number, isHidden: isHiddenRow(attributes, tag), cells: [] }
  }
  const closeCell = () => {
    if (!cell || !row) return
    const { value, text, hasFormula } = cell
    if (value === null && text === null && !hasFormula) {
      // A cell with only a style still counts for the place of the next one without an address.
      column = cell.address === undefined ? column + 1 : readAddress(cell.address).column
      cell = null
      return
    }
    const attributes = cell.attributes()
    const address = attributes.get('r')
    const place = address === undefined ? { column: column + 1, row: rowNumber } : readAddress(address)
    column = place.column
    const shown = cellText({ type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0), value, text })
    if (hasFormula && value === null && text === null) uncomputed += 1
    cell = null
    if (shown === '') return
    cellsRead += 1
    textRead += shown.length
    if (Math.max(place.row, rowNumber) > MOST_ROWS || column >= MOST_COLUMNS) throw new Refused('workbook-too-full')
    if (cellsRead > MOST_CELLS || textRead > MOST_TEXT) throw new Refused('workbook-too-full')
    // Nobody knows which of two values for one place is meant.
    if (row.cells[column] !== undefined) throw new Refused('workbook-broken')
    row.cells[column] = shown
  }
  interface Read {
    type: string
    style: number
    value: string | null
    text: string | null
  }
  const cellText = ({ type, style, value, text }: Read): string => {
    if (type === 'inlineStr') return tidy(decodeEscapes(text ?? value ?? ''))
    if (value === null) return ''
    if (type === 's') return value.trim() === '' ? '' : tidy(stringAt(Number(value)))
    if (type === 'str') return tidy(decodeEscapes(value))
    if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'WAAR' : 'ONWAAR'
    if (type === 'd') return isoText(value)
    return type === 'e'
      ? value.trim()
      : numberText(value, workbook.formats[style] ?? { kind: 'plain' }, workbook.is1904)
  }

  const stringAt = (index: number): string => {
    const text = workbook.strings[index]
    if (text === undefined) throw new Refused('workbook-broken')
    return text
  }

  const handler: XmlHandler = {
    open: (name, attributes, tag) => {
      if (name === 'row') openRow(attributes, tag)
      else if (name === 'c' && row)
        cell = {
          attributes,
          address: firstAttribute(tag, 'r') ?? attributes().get('r'),
          value: null,
          text: null,
          hasFormula: false,
        }
      else if (name === 'mergeCell' && merges.length < MOST_MERGED) merges.push(attributes().get('ref') ?? '')
      else if (!cell) return
      else if (name === 'f') cell.hasFormula = true
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'v') into = 'value'
      else if (name === 't' && !isPhonetic) into = 'text'
    },
    text: (text) => {
      if (!cell || !into) return
      cell[into] = (cell[into] ?? '') + text
    },
    close: (name) => {
      if (name === 'c') closeCell()
      else if (name === 'row') {
        if (row && row.cells.length > 0) rows.push(row)
        row = null
      } else if (name === 'rPh') isPhonetic = false
      into = null
    },
    isDone: () => rows.length >= mostRows,
  }
  return {
    handler,
    content: (): SheetContent => ({ rows, merged: fillMerged(rows, merges), uncomputed }),
  }
}

/** Some programs hide a row by a height of zero. */
const isHiddenRow = (attributes: () => Attributes, tag: string): boolean =>
  (tag.includes('hidden') && isTrue(attributes().get('hidden'))) ||
  (tag.includes('ht=') && Number(attributes().get('ht') ?? Number.NaN) === 0)

export const isTrue = (written: string | undefined): boolean => written === '1' || written === 'true'

/** 'AB12' is column 27 (from 0), row 12. */
function readAddress(address: string): { column: number; row: number } {
  const [, letters = '', figures = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(address) ?? []
  if (letters === '') throw new Refused('workbook-broken')
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { column: column - 1, row: Number(figures) }
}

/** Fills rows of cells that are merged downwards; a value merged sideways stays in its own column. */
function fillMerged(rows: readonly SheetRow[], merges: readonly string[]): number {
  if (merges.length === 0) return 0
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  let [filled, looked] = [0, 0]
  for (const merge of merges) {
    const [from = '', to = ''] = merge.split(':')
    if (to === '') continue
    const [first, last] = [readAddress(from), readAddress(to)]
    const value = byNumber.get(first.row)?.cells[first.column]
    if (value === undefined) continue
    for (let number = first.row + 1; number <= Math.min(last.row, MOST_ROWS); number++) {
      const row = byNumber.get(number)
      if (++looked > MOST_FILLED) return filled
      if (!row || row.cells[first.column] !== undefined) continue
      row.cells[first.column] = value
      filled += 1
    }
  }
  return filled
}

/** Puts a text on one line, so that line numbers equal row numbers. */
const tidy = (text: string): string => text.replace(/(?<!\s)\s*[\r\n]+\s*/g, ' ').trim()

/** Decodes characters that XML lacks (ECMA-376, 22.9.2.19): a carriage return is _x000D_. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
