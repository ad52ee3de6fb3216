import PDFDocument from 'pdfkit'
import type { ChecklistRow } from './checklist-row.ts'
import { fontFiles } from './font.ts'
import { colours, columns, page, rows, sizes } from './page-layout.ts'

/**
 * Letters with a mark are printed as the letters they are. `ccmp` would take them apart, and the i below the dot of an
 * 'ị' and every other i would be found and copied out of the file as 'ị'. The object form switches a feature off
 * (fontkit's ShapingPlan); pdfkit's types know the list only.
 *
 * ASCII has no such letters, and goes without: pdfkit remembers words only when no feature is named, and without that
 * memory a list of 5,000 takes 20 s instead of one.
 */
const shaping = (text: string): object => (/^[ -~]*$/.test(text) ? {} : { features: { ccmp: false } })

type TextOptions = Omit<PDFKit.Mixins.TextOptions, 'features'>

interface Style {
  size: keyof typeof sizes
  bold?: boolean
  colour?: keyof typeof colours
}

/** An A4 document in our font. Everything is placed by hand, so that pdfkit never begins a page by itself. */
export class ChecklistDocument {
  readonly #pdf: PDFKit.PDFDocument

  constructor({ title, madeAt }: { title: string; madeAt: number }) {
    const info = { Title: title, CreationDate: new Date(madeAt) }
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      font: fontFiles.regular,
      lang: 'nl-NL',
      displayTitle: true,
      info,
    })
  }

  addPage(): void {
    this.#pdf.addPage()
  }

  text(
    text: string,
    x: number,
    y: number,
    { size, bold = false, colour = 'ink' }: Style,
    options: TextOptions = {},
  ): void {
    this.#style(size, bold)
      .fillColor(colours[colour])
      .text(text, x, y, { ...options, ...shaping(text) })
  }

  /** One line, cut off with '…' where the page ends. */
  line(text: string, y: number, style: Style): void {
    const width = page.right - page.left
    this.text(text, page.left, y, style, { width, height: sizes[style.size], ellipsis: true })
  }

  rule(y: number): void {
    this.#pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(colours.line).stroke()
  }

  box(x: number, y: number, size: number): void {
    this.#pdf.rect(x, y, size, size).lineWidth(1).strokeColor(colours.ink).stroke()
  }

  /** In points; a row grows with what it has to hold, nothing is cut off. */
  heightOf({ name, note, educationDepartment }: ChecklistRow): number {
    const nameHeight = this.textHeight(name, columns.name.width, 'text')
    const noteHeight = note === undefined ? 0 : this.textHeight(note, columns.name.width, 'small')
    const other = this.textHeight(educationDepartment, columns.educationDepartment.width, 'small')
    return Math.max(rows.minHeight, Math.max(nameHeight + noteHeight, other) + 2 * rows.padding)
  }

  textHeight(text: string, width: number, size: keyof typeof sizes): number {
    return this.#style(size, false).heightOfString(text, { width, ...shaping(text) })
  }

  /** What has been written since the last call, once its page is done. */
  read(): Uint8Array | undefined {
    const chunk: Uint8Array | null = this.#pdf.read()
    return chunk ?? undefined
  }

  /** The rest: the fonts with the letters that were used, and where everything is. */
  async *end(): AsyncGenerator<Uint8Array> {
    this.#pdf.end()
    for await (const chunk of this.#pdf) yield chunk
  }

  /** By the file: pdfkit opens a font anew each time that a name is asked for which it gave to the same font before. */
  #style(size: keyof typeof sizes, bold: boolean): PDFKit.PDFDocument {
    return this.#pdf.font(bold ? fontFiles.bold : fontFiles.regular).fontSize(sizes[size])
  }
}
