import { momentLabel, timeAndPlaceLabel } from '#domain/calendar/date-labels.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { remarkForOthers } from '#domain/rooms/room.rules.ts'
import { registerLabel } from '#domain/users/names.ts'
import {
  ChecklistDocument,
  type ChecklistRow,
  type Columns,
  checklistColumns,
  dense,
  footer,
  type Layout,
  page,
  roomy,
  rowArea,
  unsigned,
  withSeats,
} from './checklist-document.ts'
import { printable } from './fonts.ts'
import {
  groupByModule,
  groupByRoom,
  groupByStudent,
  type ListedStudent,
  type Participant,
  type Participation,
} from './participation.ts'
import { checklistTexts } from './presence-checklist.texts.ts'

/**
 * `all`: all students from A to Z with their modules, for a hall; `modules`: a list per module, for rooms with one module;
 * `rooms`: a list per room of a divided moment; these three to tick and sign. `extra-time`: students with extra time, per room
 * where there are any, only for the invigilator.
 */
export type ChecklistKind = 'all' | 'modules' | 'rooms' | 'extra-time'

interface Kind {
  title: string
  layoutFor: (lists: readonly PrintedList[]) => Layout
  listsOf: (participation: Participation) => List[]
  empty: string
}

/** List with names as written; before printing they are checked with `printable`. */
interface List {
  title: string
  /** text below the list, on each page */
  note: string
  /** text between head and list, on its first page; empty for none */
  remark?: string
  /** number of students to be counted by hand on the paper; null for no counting */
  toCount: number | null
  /** heading of the last text column, and below it a detail of each student */
  detail: string
  people: readonly (Omit<Participant, 'module' | 'description'> & { detail: string })[]
  /** seat numbers replace positions in the list */
  hasSeats?: boolean
}

/** Number of students from which a list is for a hall, where few pages matter more than space to sign. */
const HALL = 100

const longest = (lists: readonly PrintedList[]): number => Math.max(0, ...lists.map(({ rows }) => rows.length))

const withModules = (students: readonly ListedStudent[]) =>
  students.map((student) => ({ ...student, detail: student.modules.join(', ') }))

const kinds: Readonly<Record<ChecklistKind, Kind>> = {
  all: {
    title: checklistTexts.title,
    layoutFor: (lists) => (longest(lists) > HALL ? dense : roomy),
    listsOf: ({ participants }) => {
      const people = withModules(groupByStudent(participants))
      const note = checklistTexts.students(people.length)
      return [
        { title: checklistTexts.allStudents, note, toCount: people.length, detail: checklistTexts.modules, people },
      ]
    },
    empty: checklistTexts.noStudents,
  },
  modules: {
    title: checklistTexts.title,
    layoutFor: () => roomy,
    listsOf: ({ participants }) =>
      groupByModule(participants).map(({ module, description, participants: members }) => ({
        title: module,
        note: [description, checklistTexts.students(members.length)].filter(Boolean).join(' · '),
        toCount: members.length,
        detail: checklistTexts.educationDepartment,
        people: members.map((member) => ({ ...member, detail: member.education_department ?? '' })),
      })),
    empty: checklistTexts.noStudents,
  },
  rooms: {
    title: checklistTexts.title,
    layoutFor: (lists) => {
      const layout = longest(lists) > HALL ? dense : roomy
      return lists.some(({ hasSeats }) => hasSeats) ? withSeats(layout) : layout
    },
    listsOf: (participation) =>
      groupByRoom(participation).map(({ room, students }) => ({
        title: room ? roomLabel(room.name) : checklistTexts.withoutChair,
        note: checklistTexts.students(students.length),
        remark: room ? remarkForOthers(room.remark) : '',
        toCount: students.length,
        detail: checklistTexts.modules,
        people: withModules(students),
        hasSeats: students.some(({ seat_number }) => seat_number !== null),
      })),
    empty: checklistTexts.nobodySeated,
  },
  'extra-time': {
    title: checklistTexts.forInvigilator,
    layoutFor: (lists) => (lists.some(({ hasSeats }) => hasSeats) ? withSeats(unsigned) : unsigned),
    // A page for each room: its invigilator needs to know of nobody else.
    listsOf: (participation) =>
      groupByRoom(participation).map(({ room, students }, _, { length }) => {
        const title = checklistTexts.extraTimeFor(checklistTexts.students(students.length))
        const where = room ? roomLabel(room.name) : checklistTexts.withoutChair
        // A long name leaves no place beside it in the title.
        const head =
          room || length > 1
            ? { title: where, note: `${title}. ${checklistTexts.notToSign}` }
            : { title, note: checklistTexts.notToSign }
        return {
          ...head,
          toCount: null,
          detail: checklistTexts.modules,
          people: withModules(students),
          hasSeats: students.some(({ seat_number }) => seat_number !== null),
        }
      }),
    empty: checklistTexts.noExtraTime,
  },
}

export async function* writePresenceChecklist(
  kind: ChecklistKind,
  participation: Participation,
): AsyncGenerator<Uint8Array> {
  const { layoutFor, listsOf, empty, ...texts } = kinds[kind]
  const title = `${texts.title} ${momentLabel(participation, 'any-time')}`
  const pdf = new ChecklistDocument({ title, madeAt: participation.madeAt })
  const lists = participation.participants.length === 0 ? [] : listsOf(participation).map(printedList)
  const printed = lists.flatMap(({ rows }) => rows)
  const layout = layoutFor(lists)
  const columns = checklistColumns(layout, printed)
  const pages = lists.flatMap((list) => pagesOf(list, pdf, (row) => pdf.heightOf(row, columns, layout)))

  yield* drawPages(pdf, pages, { participation, title, empty }, (content) => {
    drawChecklistPage(pdf, content, columns, layout)
  })
}

interface Framed {
  participation: Participation
  title: string
  /** the only line of a list without pages */
  empty: string
}

/** Draws pages one by one, each between the title and the footer, and yields their bytes. */
export async function* drawPages<Page>(
  pdf: ChecklistDocument,
  pages: readonly Page[],
  { participation, title, empty }: Framed,
  draw: (page: Page) => void,
): AsyncGenerator<Uint8Array> {
  const where = printable(timeAndPlaceLabel(participation)).text
  const drawFrame = (number: number, count: number) => {
    drawTitle(pdf, title, where)
    drawFooter(pdf, participation.madeAt, checklistTexts.page(number, count))
  }
  if (pages.length === 0) {
    drawFrame(1, 1)
    pdf.line(empty, 62, { size: 'text' })
  }
  for (const [index, content] of pages.entries()) {
    if (index > 0) pdf.addPage()
    drawFrame(index + 1, pages.length)
    draw(content)
    const written = pdf.read()
    if (written) yield written
  }
  yield* pdf.end()
}

/** Draws the title, with time and place below it. A long place is written smaller, on at most two lines: nothing is cut off. */
function drawTitle(pdf: ChecklistDocument, title: string, where: string): void {
  const width = page.right - page.left
  // Bold letters are about a tenth wider than the measured ones.
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

const BOX = 10

/** Width of the field for counting, at the right of the head. */
const COUNT = 170

function drawChecklistPage(
  pdf: ChecklistDocument,
  { list, rows, continued, top }: ChecklistPage,
  columns: Columns,
  layout: Layout,
) {
  const width = page.right - page.left
  pdf.line(continued ? checklistTexts.continued(list.title) : list.title, 55, { size: 'title', bold: true })
  const counted = list.toCount !== null && !continued
  pdf.line(list.note, 77, { size: 'text', colour: 'soft' }, counted ? width - COUNT : width)
  if (counted) {
    const line = checklistTexts.counted(list.toCount ?? 0)
    pdf.text(line, page.left, 74, { size: 'text', bold: true }, { width, align: 'right' })
  }
  if (!continued && list.remark !== '') pdf.text(list.remark, page.left, REMARK_TOP, { size: 'text' }, { width })
  drawHeadings(pdf, columns, list, top)
  for (const row of rows) {
    drawRow(pdf, row, columns, layout)
    pdf.rule(row.y + row.height)
  }
}

function drawRow(pdf: ChecklistDocument, row: PlacedRow, columns: Columns, { padding }: Layout): void {
  const { name, note, studentNumber, detail, y, height } = row
  const top = y + padding
  const small = { size: 'small', colour: 'soft' } as const
  if (columns.present) pdf.box(columns.present.x + 4, y + (height - BOX) / 2, BOX)
  pdf.text(row.number, columns.number.x, top + 1.5, small, { width: columns.number.width, align: 'right' })
  pdf.text(name, columns.name.x, top, { size: 'text' }, { width: columns.name.width })
  if (note !== undefined) {
    const below = top + pdf.textHeight(name, columns.name.width, 'text')
    pdf.text(note, columns.name.x, below, small, { width: columns.name.width })
  }
  const beside = (text: string, { x, width }: Columns['name']) =>
    pdf.text(text, x, top + 1.5, { size: 'small' }, { width })
  if (columns.studentNumber) beside(studentNumber, columns.studentNumber)
  beside(detail, columns.detail)
}

function drawHeadings(pdf: ChecklistDocument, columns: Columns, list: PrintedList, top: number): void {
  const y = top - 13
  const { present, name, studentNumber, signature } = checklistTexts
  const { detail } = list
  const number = list.hasSeats ? checklistTexts.seat : checklistTexts.number
  const headings = { number, present, name, studentNumber, detail, signature }
  for (const column of ['number', 'present', 'name', 'studentNumber', 'detail', 'signature'] as const) {
    const place = columns[column]
    const align = column === 'number' ? 'right' : 'left'
    if (place) pdf.text(headings[column], place.x, y, { size: 'small', bold: true }, { width: place.width, align })
  }
  pdf.rule(top)
}

interface PrintedList extends Pick<List, 'title' | 'note' | 'toCount'> {
  /** heading above the text beside the names */
  detail: string
  rows: readonly PrintedRow[]
  /** empty for none */
  remark: string
  hasSeats: boolean
}

interface PrintedRow extends ChecklistRow {
  /** number in its list, from 1, or that of the seat */
  number: string
}

interface PlacedRow extends PrintedRow {
  y: number
  height: number
}

interface ChecklistPage {
  list: PrintedList
  rows: PlacedRow[]
  /** whether the list began on an earlier page */
  continued: boolean
  /** where the rows begin, in points */
  top: number
}

const REMARK_TOP = 94

/** `heightOf` returns the height of a row in points. */
function pagesOf(list: PrintedList, pdf: ChecklistDocument, heightOf: (row: ChecklistRow) => number): ChecklistPage[] {
  const pages: ChecklistPage[] = []
  const remark = list.remark === '' ? 0 : pdf.textHeight(list.remark, page.right - page.left, 'text') + 6
  let y = Number.POSITIVE_INFINITY
  for (const row of list.rows) {
    const height = heightOf(row)
    if (y + height > rowArea.bottom) {
      const continued = pages.length > 0
      const top = continued ? rowArea.top : rowArea.top + remark
      pages.push({ list, rows: [], continued, top })
      y = top
    }
    pages.at(-1)?.rows.push({ ...row, y, height })
    y += height
  }
  return pages
}

/**
 * List as printed: names like 'Vries, Sam de', in the order of registers. An address is shown only if needed, since many people
 * see the paper: for two people with the same name and no number to distinguish them, without any name, and for a name that
 * none of our fonts can print; then the account replaces it in brackets, with an explanation.
 */
function printedList({ title, note, remark = '', toCount, detail, people, hasSeats = false }: List): PrintedList {
  const names = Map.groupBy(people, registerLabel)
  const rows = people.map((person, index) => {
    const account = printable(person.username).text
    const [first, last] = [printable(person.first_name), printable(person.last_name)]
    const isWhole = first.whole && last.whole
    const isKnown = person.student_number !== null || names.get(registerLabel(person))?.length === 1
    return {
      number: hasSeats ? String(person.seat_number ?? '') : String(index + 1),
      name: isWhole
        ? registerLabel({ first_name: first.text, last_name: last.text, username: account })
        : nameWithAccount(first, last, account),
      note: isWhole ? (isKnown ? undefined : account) : checklistTexts.unprintable,
      studentNumber: person.student_number ?? '',
      detail: printable(person.detail).text,
    }
  })
  const print = (text: string) => printable(text).text
  return { title: print(title), note: print(note), remark: print(remark), toCount, detail, rows, hasSeats }
}

/** 'Wang, [wang@school.test]' if the first name can't be printed, '[wang@school.test]' if neither can. */
function nameWithAccount(first: Part, last: Part, account: string): string {
  const bracketed = `[${account}]`
  if (!first.whole && !last.whole) return bracketed
  return first.whole
    ? [bracketed, first.text].filter(Boolean).join(', ')
    : registerLabel({ first_name: bracketed, last_name: last.text, username: account })
}

type Part = ReturnType<typeof printable>
