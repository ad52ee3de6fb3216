import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node'
import { amsterdamClock } from '#domain/calendar/amsterdam-clock.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { byModule } from './by-module.ts'
import { enrollmentSheetHeadings } from './exports.texts.ts'
import type { Participant, Participation } from './participant.ts'

/** In characters. */
const WIDTHS = [16, 24, 20, 36, 30, 18]

/** Writes an .xlsx with a row per enrolment, under headings that stay in sight. */
export async function* writeEnrollmentSheet(participation: Participation): AsyncGenerator<Uint8Array> {
  const headings = enrollmentSheetHeadings.map((heading) => ({ ...text(heading), fontWeight: 'bold' as const }))
  const rows = byModule(participation.participants).flatMap(({ participants }) => participants.map(rowOf))
  const data: SheetData = [headings, ...rows]
  const file = await writeExcelFile(data, {
    sheet: momentLabel(participation, 'any-time'),
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer()
  yield file
}

const rowOf = (participant: Participant): (CellObject | null)[] => [
  text(participant.module),
  text(participant.last_name),
  text(participant.first_name),
  text(participant.username),
  participant.education_department === null ? null : text(participant.education_department),
  localTime(participant.created_at),
]

/**
 * A cell of type text, never a formula: what it holds is not looked at. Its format '@' keeps it text also when somebody
 * edits it in the spreadsheet.
 *
 * The zero byte is left out of the file, as XML asks. The library looks texts up in a plain object, so without it somebody
 * who is called 'constructor' would get a cell of what every JavaScript object inherits, and a file that does not open.
 */
const text = (value: string) => ({ value: `${value}\0`, type: String, format: '@' })

/** Spreadsheets know no time zones: the cell holds what the clock in Amsterdam showed. */
const localTime = (instant: string) => ({
  value: new Date(`${amsterdamClock(Date.parse(instant)).replace(' ', 'T')}Z`),
  type: Date,
  format: 'dd-mm-yyyy hh:mm',
})
