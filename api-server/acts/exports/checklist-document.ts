import PDFDocument from 'pdfkit'
import { fontFiles, isPlain, isSimple, lettersOf, linesOf, type TextRun, visualRuns } from './fonts.ts'

/** Size and margins of an A4 page, in points (1/72 inch). */
export const page = { width: 595, height: 842, left: 45, right: 550 }

interface Column {
  x: number
  width: number
}

/** Horizontal positions of the columns; an undefined column is not printed. `detail`: the modules, or the department. */
export interface Columns {
  number: Column
  name: Column
  detail: Column
  present?: Column
  /** at least 68 points: the heading 'Studentnummer' fits, and a number of 14 digits */
  studentNumber?: Column
  signature?: Column
}

/** Columns of a list, with and without student numbers. Lengths in points. */
export interface Layout {
  columns: Columns
  numberedColumns: Columns
  /** padding of a row, above and below */
  padding: number
  minHeight: number
}

const number = { x: 45, width: 20 }
const present = { x: 71, width: 40 }

/** About 43 rows on a page: 310 students take eight pages. Rows are as high as a box and text of 10 points need. */
export const dense: Layout = {
  columns: {
    number,
    present,
    name: { x: 115, width: 190 },
    detail: { x: 310, width: 110 },
    signature: { x: 425, width: 125 },
  },
  numberedColumns: {
    number,
    present,
    name: { x: 115, width: 170 },
    studentNumber: { x: 290, width: 68 },
    detail: { x: 362, width: 82 },
    signature: { x: 448, width: 102 },
  },
  padding: 1.2,
  minHeight: 16,
}

export const roomy: Layout = {
  columns: {
    number,
    present,
    name: { x: 115, width: 180 },
    detail: { x: 302, width: 112 },
    signature: { x: 420, width: 130 },
  },
  numberedColumns: {
    number,
    present,
    name: { x: 115, width: 145 },
    studentNumber: { x: 265, width: 68 },
    detail: { x: 337, width: 92 },
    signature: { x: 435, width: 115 },
  },
  padding: 7,
  minHeight: 27,
}

export const unsigned: Layout = {
  columns: { number, name: { x: 75, width: 235 }, detail: { x: 320, width: 230 } },
  numberedColumns: {
    number,
    name: { x: 75, width: 215 },
    studentNumber: { x: 300, width: 70 },
    detail: { x: 380, width: 170 },
  },
  padding: 7,
  minHeight: 27,
}

/** Widens the first column for seat numbers and their heading, at the cost of the name. */
export const withSeats = ({ columns, numberedColumns, ...layout }: Layout): Layout => ({
  ...layout,
  columns: { ...columns, ...seated(columns) },
  numberedColumns: { ...numberedColumns, ...seated(numberedColumns) },
})

const SEAT_EXTRA = 10

const seated = ({ number, present, name }: Columns): Partial<Columns> => ({
  number: { ...number, width: number.width + SEAT_EXTRA },
  ...(present && { present: { ...present, x: present.x + SEAT_EXTRA } }),
  name: { x: name.x + SEAT_EXTRA, width: name.width - SEAT_EXTRA },
})

export const checklistColumns = ({ columns, numberedColumns }: Layout, rows: readonly ChecklistRow[]): Columns =>
  rows.some(({ studentNumber }) => studentNumber !== '') ? numberedColumns : columns

/** Vertical range of the rows: below the head that each page repeats, and above the page number. */
export const rowArea = { top: 107, bottom: 800 }

export const footer = { y: 808 }

const sizes = { title: 16, door: 13, text: 10, small: 8 }

const colours = { ink: '#000000', soft: '#555555', line: '#999999' }

/**
 * Switches off the font feature `ccmp`. It splits 'ị' into i and dot, and the PDF then gives every i as 'ị' when text is copied
 * or searched. The object form switches a feature off (fontkit's ShapingPlan); pdfkit's types only know the list. Other scripts
 * need the feature.
 *
 * ASCII needs no features and must pass none: pdfkit caches words only without features. Without that cache 5,000 rows take 20 s
 * instead of one.
 */
const shaping = (text: string): object => (isPlain(text) ? {} : { features: { ccmp: false } })

type TextOptions = Pick<PDFKit.Mixins.TextOptions, 'width' | 'align'>

interface Style {
  size: keyof typeof sizes
  bold?: boolean
  colour?: keyof typeof colours
}

export interface ChecklistRow {
  name: string
  /** address, if the name is not unique, or the account that replaces an unprintable name */
  note: string | undefined
  /** empty if there is none */
  studentNumber: string
  detail: string
}

/** A4 document with our fonts. All positions are explicit, so that pdfkit never starts a page by itself. */
export class ChecklistDocument {
  readonly #pdf: PDFKit.PDFDocument

  constructor({ title, madeAt }: { title: string; madeAt: number }) {
    const info = { Title: title, CreationDate: new Date(madeAt) }
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      font: fontFiles.latin,
      lang: 'nl-NL',
      displayTitle: true,
      info,
    })
  }

  addPage(): void {
    this.#pdf.addPage()
  }

  /** `align` counts only for text in the Latin font. */
  text(text: string, x: number, y: number, style: Style, options: TextOptions = {}): void {
    this.#pdf.fillColor(colours[style.colour ?? 'ink'])
    if (isSimple(text)) this.#useFont(style).text(text, x, y, { ...options, ...shaping(text) })
    else this.#mixedText(text, x, y, style, options.width)
  }

  /** Writes one line from the margin, cut off with '…' at `width` (points), by default that of the page. */
  line(text: string, y: number, style: Style, width = page.right - page.left): void {
    if (isSimple(text)) {
      const ellipsis = { width, height: sizes[style.size], ellipsis: true, ...shaping(text) }
      this.#pdf.fillColor(colours[style.colour ?? 'ink'])
      this.#useFont(style).text(text, page.left, y, ellipsis)
      return
    }
    const fits = this.#widthOf(text, style) <= width
    this.text(fits ? text : this.#shorten(text, style, width), page.left, y, style)
  }

  #shorten(text: string, style: Style, width: number): string {
    const letters = lettersOf(text)
    while (letters.length > 0 && this.#widthOf(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('')}…`
  }

  rule(y: number): void {
    this.#pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(colours.line).stroke()
  }

  box(x: number, y: number, size: number): void {
    this.#pdf.rect(x, y, size, size).lineWidth(1).strokeColor(colours.ink).stroke()
  }

  /** Height of a row in points; it grows with its text, and nothing is cut off. */
  heightOf(row: ChecklistRow, columns: Columns, { padding, minHeight }: Layout): number {
    const name = this.textHeight(row.name, columns.name.width, 'text')
    const note = row.note === undefined ? 0 : this.textHeight(row.note, columns.name.width, 'small')
    const detail = this.textHeight(row.detail, columns.detail.width, 'small')
    const number = columns.studentNumber ? this.textHeight(row.studentNumber, columns.studentNumber.width, 'small') : 0
    return Math.max(minHeight, Math.max(name + note, detail, number) + 2 * padding)
  }

  textHeight(text: string, width: number, size: keyof typeof sizes): number {
    const pdf = this.#useFont({ size })
    if (isSimple(text)) return pdf.heightOfString(text, { width, ...shaping(text) })
    const lines = linesOf(text, width, (line) => this.#widthOf(line, { size })).length
    // Measuring the lines may have set another font.
    return lines * this.#useFont({ size }).currentLineHeight(true)
  }

  /** Returns the bytes of completed pages since the last call. */
  read(): Uint8Array | undefined {
    const chunk: Uint8Array | null = this.#pdf.read()
    return chunk ?? undefined
  }

  /** Writes the rest: the fonts with the used letters, and the index of the file. */
  async *end(): AsyncGenerator<Uint8Array> {
    this.#pdf.end()
    for await (const chunk of this.#pdf) yield chunk
  }

  /** Writes runs one after another on the Latin baseline: fonts differ in the height of their letters. */
  #mixedText(text: string, x: number, y: number, style: Style, width = Number.POSITIVE_INFINITY): void {
    const height = this.#useFont(style).currentLineHeight(true)
    for (const [index, line] of linesOf(text, width, (part) => this.#widthOf(part, style)).entries()) {
      const baseline = y + index * height + ASCENT * sizes[style.size]
      let left = x
      for (const run of visualRuns(line)) {
        const options = { lineBreak: false, baseline: 'alphabetic', ...this.#shapingOf(run) } as const
        this.#useFont(style, run).text(run.text, left, baseline, options)
        left += this.#runWidth(run, style)
      }
    }
  }

  #widthOf(line: string, style: Style): number {
    return visualRuns(line).reduce((sum, run) => sum + this.#runWidth(run, style), 0)
  }

  #runWidth(run: TextRun, style: Style): number {
    return this.#useFont(style, run).widthOfString(run.text, this.#shapingOf(run))
  }

  #shapingOf({ text, font }: TextRun): object {
    return font === 'latin' ? shaping(text) : {}
  }

  /** Sets the document's font, also to measure. Passes the path of the font file: pdfkit caches fonts by path, not by name. */
  #useFont({ size, bold }: Style, { font }: Pick<TextRun, 'font'> = { font: 'latin' }): PDFKit.PDFDocument {
    return this.#pdf.font(fontFiles[font === 'latin' && bold ? 'bold' : font]).fontSize(sizes[size])
  }
}

/** Height of Noto Sans above the baseline, relative to its size. */
const ASCENT = 1.069
