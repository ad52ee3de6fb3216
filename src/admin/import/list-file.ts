import { decodeLegacy, decodeList, exampleWords, type LegacyEncoding } from './decode-list.ts'
import { importTexts, workbookTexts } from './import.texts.ts'
import { isWorkbook, LARGEST_WORKBOOK, type OpenedWorkbook, openWorkbook } from './workbook/workbook.ts'

/** Longest text (bytes of UTF-8) that the server accepts; its limit leaves room for what JSON escapes. */
const LARGEST_TEXT = 2_000_000

export type ListFile = {
  name: string
  text: string
  /** notes for the user: merged cells that were filled in, formulas without a value */
  notes: readonly string[]
} & (
  | { kind: 'workbook'; workbook: OpenedWorkbook; sheet: number; hidden: number; withHidden: boolean }
  | { kind: 'text'; bytes: Uint8Array; legacy: LegacyEncoding | null; examples: readonly string[] }
)

export type FileReading = ListFile | { refusal: string }

const isTooLarge = (text: string): boolean => new TextEncoder().encode(text).length > LARGEST_TEXT

/** Rates how much the first rows of a worksheet look like the list. */
export type RateRows = (rows: readonly (readonly string[])[]) => number

/** Reads the list from any supported kind of file, or says why there is none. */
export async function readListFile(file: File, rate: RateRows): Promise<FileReading> {
  if (file.size > LARGEST_WORKBOOK) return { refusal: workbookTexts['workbook-too-large'] }
  // A folder may be dropped too, and a file may be gone, or locked by the program that has it open.
  const content = await file.arrayBuffer().catch(() => null)
  if (!content) return { refusal: importTexts.unreadable }
  const bytes = new Uint8Array(content)
  if (isWorkbook(bytes)) {
    const workbook = await openWorkbook(bytes, rate)
    if ('problem' in workbook) return { refusal: workbookTexts[workbook.problem] }
    return readSheet({ name: file.name, workbook }, workbook.best, false)
  }
  // In UTF-16 an allowed text may have twice as many bytes. A larger file is not decoded at all: that would block the screen.
  if (bytes.length > 3 * LARGEST_TEXT) return { refusal: importTexts.tooLarge }
  const list = decodeList(bytes)
  if (list === null) return { refusal: importTexts.notText }
  if (isTooLarge(list.text)) return { refusal: importTexts.tooLarge }
  if (/^\s*<(?:html|!doctype|\?xml|table|head|meta|body)\b/i.test(list.text)) return { refusal: importTexts.webPage }
  return textFile({ name: file.name, bytes }, list)
}

export async function readSheet(
  { name, workbook }: { name: string; workbook: OpenedWorkbook },
  sheet: number,
  withHidden: boolean,
): Promise<FileReading> {
  const reading = await workbook.readSheet(sheet, { withHidden })
  if ('problem' in reading) return { refusal: workbookTexts[reading.problem] }
  const { text, hidden, merged, uncomputed } = reading
  if (text === '' && hidden === 0) return { refusal: importTexts.emptySheet(workbook.sheets[sheet] ?? '') }
  if (isTooLarge(text)) return { refusal: importTexts.tooLarge }
  const notes: string[] = []
  if (merged > 0) notes.push(importTexts.merged(merged))
  if (uncomputed > 0) notes.push(importTexts.uncomputed(uncomputed))
  return { kind: 'workbook', name, text, notes, workbook, sheet, hidden, withHidden }
}

export const decodeAgain = ({ name, bytes }: { name: string; bytes: Uint8Array }, legacy: LegacyEncoding): ListFile =>
  textFile({ name, bytes }, { text: decodeLegacy(bytes, legacy), legacy })

function textFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  { text: decoded, legacy }: { text: string; legacy: LegacyEncoding | null },
): ListFile {
  // Use \n, as a text area does. Otherwise its value differs from this text at the first event, which counts as an edit and
  // drops the choices for the file.
  const text = decoded.replace(/\r\n?/g, '\n')
  return { kind: 'text', name, text, notes: [], bytes, legacy, examples: legacy === null ? [] : exampleWords(text) }
}
