import { momentLabel } from '#domain/calendar/date-labels.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { ChecklistDocument, page, rowArea } from './checklist-document.ts'
import { printable } from './fonts.ts'
import { groupByRoom, type Participation } from './participation.ts'
import { checklistTexts } from './presence-checklist.texts.ts'
import { drawPages } from './presence-checklist.ts'

/**
 * Writes a PDF to hang on doors: for each room the numbers of the students who sit there, no names. Students without a number are
 * only counted.
 */
export async function* writeDoorList(participation: Participation): AsyncGenerator<Uint8Array> {
  const title = `${checklistTexts.test} ${momentLabel(participation, 'any-time')}`
  const pdf = new ChecklistDocument({ title, madeAt: participation.madeAt })
  const pages = groupByRoom(participation).flatMap(({ room, students }) => {
    if (!room) return []
    const numbers = students.flatMap(({ student_number }) => student_number ?? []).toSorted(numericOrder.compare)
    const note = checklistTexts.door(numbers.length, students.length - numbers.length)
    return pagesOf(pdf, numbers).map((numbers) => ({ name: printable(roomLabel(room.name)).text, note, numbers }))
  })
  const empty = checklistTexts.nobodySeated
  yield* drawPages(pdf, pages, { participation, title, empty }, ({ name, note, numbers }) => {
    pdf.line(name, 55, { size: 'title', bold: true })
    pdf.line(note, 79, { size: 'text', colour: 'soft' })
    pdf.rule(rowArea.top)
    for (const { number, x, y } of numbers)
      pdf.text(number, x, y, { size: 'door' }, { width: COLUMN_POINTS - GAP_POINTS })
  })
}

const COLUMNS = 3
const GAP_POINTS = 15
const COLUMN_POINTS = (page.right - page.left + GAP_POINTS) / COLUMNS
const PADDING_POINTS = 5

/** Sorts numbers in texts by value: 99 before 100. */
const numericOrder = new Intl.Collator('nl', { numeric: true })

interface PlacedNumber {
  number: string
  x: number
  y: number
}

/** Fills columns from top to bottom; at least one page, since a room may hold only students without a number. */
function pagesOf(pdf: ChecklistDocument, numbers: readonly string[]): PlacedNumber[][] {
  const pages: PlacedNumber[][] = [[]]
  const top = rowArea.top + PADDING_POINTS
  let column = 0
  let y = top
  for (const number of numbers.map((each) => printable(each).text)) {
    const height = pdf.textHeight(number, COLUMN_POINTS - GAP_POINTS, 'door') + PADDING_POINTS
    if (y + height > rowArea.bottom) {
      y = top
      column = (column + 1) % COLUMNS
      if (column === 0) pages.push([])
    }
    pages.at(-1)?.push({ number, x: page.left + column * COLUMN_POINTS, y })
    y += height
  }
  return pages
}
