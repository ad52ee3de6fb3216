import { type ColumnNames, findColumns } from './columns.rules.ts'
import { type ListReading, readLines } from './import-list.rules.ts'

/** A test moment as a list tells of it: all of it as it was typed. */
export interface TestmomentRow {
  line: number
  date: string
  duration: string
  limit: string
  modules: string
  opens: string
  closes: string
  isShifted: boolean
}

type TestmomentColumn = 'date' | 'duration' | 'limit' | 'modules' | 'opens' | 'closes'

const NAMES: ColumnNames<TestmomentColumn> = {
  date: ['datum', 'startdatum', 'begindatum', 'date', 'toetsmoment', 'moment', 'dag'],
  duration: ['duur', 'duration'],
  limit: ['maximum', 'max', 'limiet', 'maximumaantal', 'maximumaantalmodules', 'maxmodules', 'maxenrollments'],
  modules: ['modules', 'module', 'toetsen'],
  opens: ['opent', 'opentop', 'opening', 'inschrijvenvanaf', 'opens'],
  closes: ['sluit', 'sluitop', 'sluiting', 'inschrijventot', 'closes'],
}

/** Of other days than the one that the test moment begins on. */
const OTHERS = ['einddatum', 'eind', 'einde', 'aangemaakt', 'gewijzigd', 'uitslag', 'herkansing', 'inzage']

export function readTestmomentList(text: string): ListReading<TestmomentRow> {
  const reading = readLines(text)
  if (!reading.read) return reading
  const [header, ...rows] = reading.lines
  const columns = findColumns(header, NAMES, OTHERS)
  if (!columns.has('date')) return { read: false, fault: 'import-column-missing' }
  if (rows.length === 0) return { read: false, fault: 'import-empty' }
  return {
    read: true,
    unused: columns.unused,
    rows: rows.map((row) => ({
      line: row.line,
      date: columns.cell(row, 'date'),
      duration: columns.cell(row, 'duration'),
      limit: columns.cell(row, 'limit'),
      modules: columns.cell(row, 'modules'),
      opens: columns.cell(row, 'opens'),
      closes: columns.cell(row, 'closes'),
      isShifted: columns.isShifted(row),
    })),
  }
}
