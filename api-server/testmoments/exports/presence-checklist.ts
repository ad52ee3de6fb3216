import { instantLabel, momentLabel, timeAndPlaceLabel } from '#domain/calendar/date-labels.ts'
import {
  rows as area,
  ChecklistDocument,
  type ChecklistRow,
  type Columns,
  columnsFor,
  footer,
  page,
  rows,
} from './checklist-document.ts'
import { printable } from './fonts.ts'
import { byModule, type ModuleList, type Participant, type Participation } from './participation.ts'

/** Writes a PDF of A4 pages, a page at a time: for each module a list to tick and to sign. */
export async function* writePresenceChecklist(participation: Participation): AsyncGenerator<Uint8Array> {
  const title = `${checklistTexts.title} ${momentLabel(participation, 'any-time')}`
  const pdf = new ChecklistDocument({ title, madeAt: participation.madeAt })
  const lists = byModule(participation.participants).map((list) => ({
    module: printable(list.module).text,
    description: printable(list.description).text,
    rows: checklistRows(list),
  }))
  const columns = columnsFor(lists.flatMap(({ rows }) => rows))
  const pages = checklistPages(lists, (row) => pdf.heightOf(row, columns))

  const where = printable(timeAndPlaceLabel(participation)).text
  const drawFrame = (number: number, count: number) => {
    drawTitle(pdf, title, where)
    drawFooter(pdf, participation.madeAt, checklistTexts.page(number, count))
  }
  if (pages.length === 0) {
    drawFrame(1, 1)
    pdf.line(checklistTexts.empty, 62, { size: 'text' })
  }
  for (const [index, content] of pages.entries()) {
    if (index > 0) pdf.addPage()
    drawFrame(index + 1, pages.length)
    drawChecklistPage(pdf, content, columns)
    const written = pdf.read()
    if (written) yield written
  }
  yield* pdf.end()
}

/** With below it at what time and where. A long place is written smaller, on two lines at most: nothing of it is cut off. */
function drawTitle(pdf: ChecklistDocument, title: string, where: string): void {
  const width = page.right - page.left
  // Bold letters are some tenth wider than those that are measured.
  const isLong = pdf.textHeight(where, 0.88 * width, 'text') > pdf.textHeight('x', width, 'text')
  const y = isLong ? 26 : where === '' ? 40 : 31
  pdf.line(title, y, { size: 'text', colour: 'soft' })
  pdf.text(where, page.left, y + 13.5, { size: isLong ? 'small' : 'text', bold: true }, { width })
}

function drawFooter(pdf: ChecklistDocument, madeAt: number, pageNumber: string): void {
  const style = { size: 'small', colour: 'soft' } as const
  const width = page.right - page.left
  pdf.text(checklistTexts.madeAt(madeAt), page.left, footer.y, style)
  pdf.text(pageNumber, page.left, footer.y, style, { width, align: 'right' })
}

const BOX = 12

/** The head that every page of a list repeats, and its rows. */
function drawChecklistPage(
  pdf: ChecklistDocument,
  { list, rows: placed, continued }: ChecklistPage,
  columns: Columns,
): void {
  pdf.line(continued ? checklistTexts.continued(list.module) : list.module, 62, { size: 'title', bold: true })
  pdf.line([list.description, checklistTexts.students(list.rows.length)].filter(Boolean).join(' · '), 88, {
    size: 'text',
    colour: 'soft',
  })
  drawHeadings(pdf, columns)

  for (const { name, note, studentNumber, educationDepartment, y, height } of placed) {
    const top = y + rows.padding
    pdf.box(columns.present.x + 4, y + (height - BOX) / 2, BOX)
    pdf.text(name, columns.name.x, top, { size: 'text' }, { width: columns.name.width })
    if (note !== undefined) {
      const below = top + pdf.textHeight(name, columns.name.width, 'text')
      pdf.text(note, columns.name.x, below, { size: 'small', colour: 'soft' }, { width: columns.name.width })
    }
    const beside = (text: string, { x, width }: Columns['name']) =>
      pdf.text(text, x, top + 1, { size: 'small', colour: 'soft' }, { width })
    if (columns.studentNumber) beside(studentNumber, columns.studentNumber)
    beside(educationDepartment, columns.educationDepartment)
    pdf.rule(y + height)
  }
}

function drawHeadings(pdf: ChecklistDocument, columns: Columns): void {
  const y = rows.top - 18
  for (const name of ['present', 'name', 'studentNumber', 'educationDepartment', 'signature'] as const) {
    const column = columns[name]
    if (column) pdf.text(checklistTexts[name], column.x, y, { size: 'small', bold: true }, { width: column.width })
  }
  pdf.rule(rows.top)
}

export interface PrintedList {
  module: string
  description: string
  rows: readonly ChecklistRow[]
}

interface PlacedRow extends ChecklistRow {
  y: number
  height: number
}

export interface ChecklistPage {
  list: PrintedList
  rows: PlacedRow[]
  /** the list began on an earlier page */
  continued: boolean
}

/** Parts the lists in pages, each list on pages of its own. `heightOf` tells what a row takes, in points. */
const checklistPages = (lists: readonly PrintedList[], heightOf: (row: ChecklistRow) => number): ChecklistPage[] =>
  lists.flatMap((list) => pagesOf(list, heightOf))

function pagesOf(list: PrintedList, heightOf: (row: ChecklistRow) => number): ChecklistPage[] {
  const pages: ChecklistPage[] = []
  let y = Number.POSITIVE_INFINITY
  for (const row of list.rows) {
    const height = heightOf(row)
    if (y + height > area.bottom) {
      pages.push({ list, rows: [], continued: pages.length > 0 })
      y = area.top
    }
    pages.at(-1)?.rows.push({ ...row, y, height })
    y += height
  }
  return pages
}

/**
 * The list as it is printed: 'de Vries, Sam', as people write themselves, in the order of `byModule`. An address is
 * shown only where it has to be, since the paper passes through everyone's hands: two people of one name whom no number
 * tells apart, or a name that none of our fonts can print; there the account stands in its place, in brackets, and it is said why.
 */
function checklistRows({ participants }: ModuleList): ChecklistRow[] {
  const names = Map.groupBy(participants, fullName)
  return participants.map((participant) => {
    const account = printable(participant.username).text
    const parts = [participant.last_name, participant.first_name].map(printable)
    const isWhole = parts.every(({ whole }) => whole)
    const isKnown = participant.student_number !== null || names.get(fullName(participant))?.length === 1
    return {
      name: isWhole ? parts.map(({ text }) => text).join(', ') : withAccount(parts, account),
      note: isWhole ? (isKnown ? undefined : account) : checklistTexts.unprintable,
      studentNumber: participant.student_number ?? '',
      educationDepartment: printable(participant.education_department ?? '').text,
    }
  })
}

const fullName = ({ first_name, last_name }: Participant): string => `${last_name}, ${first_name}`

/** 'Wang, [wang@school.test]' when the first name cannot be printed, '[wang@school.test]' when neither can. */
const withAccount = (parts: readonly { text: string; whole: boolean }[], account: string): string =>
  parts.some(({ whole }) => whole)
    ? parts.map(({ text, whole }) => (whole ? text : `[${account}]`)).join(', ')
    : `[${account}]`

const checklistTexts = {
  title: 'Presentielijst',
  present: 'Aanwezig',
  name: 'Naam',
  studentNumber: 'Studentnummer',
  educationDepartment: 'Studierichting',
  signature: 'Handtekening',
  /** below a name of which the account had to take the place */
  unprintable: 'Tussen haken: het account. De naam is hier niet af te drukken.',
  empty: 'Voor dit toetsmoment is nog niemand ingeschreven.',
  students: (count: number) => (count === 1 ? '1 student' : `${count} studenten`),
  continued: (module: string) => `${module} (vervolg)`,
  page: (page: number, pages: number) => `Pagina ${page} van ${pages}`,
  madeAt: (now: number) => `Gemaakt op ${instantLabel(new Date(now).toISOString(), 'any-time')}`,
}
