import type { Blob } from 'node:buffer'
import type Stream from 'node:stream'
import writeExcelFile, { type CellObject, type Feature, type SheetData } from 'write-excel-file/node'
import { amsterdamClock } from '#domain/calendar/amsterdam.ts'
import { momentLabel, timesLabel } from '#domain/calendar/date-labels.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { byModule, type Participant, type Participation, type WaitingParticipant } from './participation.ts'

/** What the library's features may be of, on Node. */
type Content = Stream | Buffer | Blob

/**
 * Writes an .xlsx with a row per enrollment, under headings that stay in sight; and behind it the line, on a sheet of its
 * own where anybody waits, so that what a school does with the first one needs to know of no other.
 */
export async function* writeEnrollmentSheet(participation: Participation): AsyncGenerator<Uint8Array> {
  const enrolled = byModule(participation.participants).flatMap(({ participants }) => participants)
  const sheets = [sheetOf(momentLabel(participation, 'any-time'), columns, enrolled, participation)]
  if (participation.waiting.length > 0)
    sheets.push(sheetOf('Wachtlijst', waitingColumns, participation.waiting, participation))
  const features = [printed(sheets.map(({ sheet }) => sheet)), quoted]
  yield await writeExcelFile(sheets, { features }).toBuffer()
}

function sheetOf<Row>(sheet: string, columns: readonly Column<Row>[], rows: readonly Row[], moment: TestmomentFields) {
  const headings = columns.map(({ heading }) => ({ ...text(heading), fontWeight: 'bold' as const }))
  const data: SheetData = [headings, ...rows.map((row) => columns.map(({ cell }) => cell(row, moment)))]
  const widths = columns.map(({ width }) => ({ width }))
  return { data, sheet, columns: widths, stickyRowsCount: 1, orientation: 'landscape' as const }
}

interface Column<Row> {
  heading: string
  /** in characters */
  width: number
  cell: (row: Row, moment: TestmomentFields) => CellObject | null
}

/** From left to right. What was added later stands last, so that what a school reckons with stays in its column. */
const columns: readonly Column<Participant>[] = [
  { heading: 'Module', width: 16, cell: ({ module }) => text(module) },
  { heading: 'Achternaam', width: 24, cell: ({ last_name }) => text(last_name) },
  { heading: 'Voornaam', width: 20, cell: ({ first_name }) => text(first_name) },
  { heading: 'E-mailadres', width: 36, cell: ({ username }) => text(username) },
  {
    heading: 'Studierichting',
    width: 30,
    cell: ({ education_department }) => textOrNone(education_department),
  },
  { heading: 'Ingeschreven op', width: 18, cell: ({ created_at }) => localTime(created_at) },
  { heading: 'Studentnummer', width: 22, cell: ({ student_number }) => textOrNone(student_number) },
  { heading: 'Tijd', width: 14, cell: (_, moment) => textOrNone(timesLabel(moment) || null) },
  { heading: 'Plaats', width: 24, cell: (_, { location }) => textOrNone(location) },
  // empty without a limit
  { heading: 'Plaatsen', width: 10, cell: (_, { seats }) => (seats === 0 ? null : { value: seats, type: Number }) },
]

const IN_BOTH = ['Module', 'Achternaam', 'Voornaam', 'E-mailadres', 'Studierichting', 'Studentnummer']

/** In the order of the line; a student who waits for two modules is there twice, with one place. */
const waitingColumns: readonly Column<WaitingParticipant>[] = [
  { heading: 'Plek', width: 8, cell: ({ place }) => ({ value: place, type: Number }) },
  ...columns.filter(({ heading }) => IN_BOTH.includes(heading)),
  { heading: 'Wacht sinds', width: 18, cell: ({ created_at }) => localTime(created_at) },
  { heading: 'Wil verplaatsen', width: 16, cell: ({ moves }) => (moves ? text('ja') : null) },
]

/**
 * A cell of type text, never a formula: what it holds is not looked at. Its format '@' keeps it text also when somebody
 * edits it in the spreadsheet.
 *
 * The zero byte is left out of the file, as XML asks. The library looks texts up in a plain object, so without it somebody
 * who is called 'constructor' would get a cell of what every JavaScript object inherits, and a file that does not open.
 */
const text = (value: string): CellObject =>
  LOOKS_LIKE_A_FORMULA.test(value)
    ? { value: `'${value}\0`, type: String, format: '@', align: 'left' }
    : { value: `${value}\0`, type: String, format: '@' }

const textOrNone = (value: string | null) => (value === null ? null : text(value))

/**
 * What a spreadsheet reckons with when it is read from a CSV; some take a wide sign for its narrow one. A CSV that is saved
 * from the sheet holds the bare text, whatever the cell's type and format were (tried with LibreOffice), so that nothing
 * but an apostrophe that is part of the text is still there when the CSV is opened.
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

/** On paper: as wide as the page, however long, with the headings on each. */
const printed = (sheets: readonly string[]): Feature<Content> => {
  const headings = sheets.map(
    (sheet, index) => `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${sheet}'!$1:$1</definedName>`,
  )
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml) => xml.replace(/<worksheet [^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'),
          transformElementAttributes: (tag, attributes) =>
            tag === 'pageSetup' ? { ...attributes, fitToWidth: 1, fitToHeight: 0 } : attributes,
        },
        'xl/workbook.xml': {
          transform: (xml) => xml.replace('<definedNames/>', () => `<definedNames>${headings.join('')}</definedNames>`),
        },
      },
    },
  }
}

/** Spreadsheets know no time zones: the cell holds what the clock in Amsterdam showed. */
const localTime = (instant: string) => ({
  value: new Date(`${amsterdamClock(Date.parse(instant)).replace(' ', 'T')}Z`),
  type: Date,
  format: 'dd-mm-yyyy hh:mm',
})
