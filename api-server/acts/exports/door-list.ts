import { momentLabel } from '#domain/calendar/date-labels.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { rows as area, ChecklistDocument, page } from './checklist-document.ts'
import { printable } from './fonts.ts'
import { byRoom, type Participation } from './participation.ts'
import { checklistTexts } from './presence-checklist.texts.ts'
import { drawPages } from './presence-checklist.ts'

/**
 * Writes a PDF that hangs at the doors: for each room the numbers of those who sit there, and nothing else about them. Those
 * without a number are only counted.
 */
export async function* writeDoorList(participation: Participation): AsyncGenerator<Uint8Array> {
  const title = `${checklistTexts.test} ${momentLabel(participation, 'any-time')}`
  const pdf = new ChecklistDocument({ title, madeAt: participation.madeAt })
  const pages = byRoom(participation).flatMap(({ room, students }) => {
    if (!room) return []
    const numbers = students.flatMap(({ student_number }) => student_number ?? []).toSorted(byNumber.compare)
    const note = checklistTexts.door(numbers.length, students.length - numbers.length)
    return pagesOf(pdf, numbers).map((placed) => ({ name: printable(roomLabel(room.name)).text, note, placed }))
  })
  const empty = checklistTexts.nobodySeated
  yield* drawPages(pdf, pages, { participation, title, empty }, ({ name, note, placed }) => {
    pdf.line(name, 55, { size: 'title', bold: true })
    pdf.line(note, 79, { size: 'text', colour: 'soft' })
    pdf.rule(area.top)
    for (const { number, x, y } of placed) pdf.text(number, x, y, { size: 'door' }, { width: COLUMN - GAP })
  })
}

const COLUMNS = 3
const GAP = 15
const COLUMN = (page.right - page.left + GAP) / COLUMNS
const PADDING = 5

/** Sorts numbers in texts by value: 99 before 100. */
const byNumber = new Intl.Collator('nl', { numeric: true })

interface PlacedNumber {
  number: string
  x: number
  y: number
}

/** Fills columns from top to bottom; at least one page, since a room may hold only students without a number. */
function pagesOf(pdf: ChecklistDocument, numbers: readonly string[]): PlacedNumber[][] {
  const pages: PlacedNumber[][] = [[]]
  const top = area.top + PADDING
  let column = 0
  let y = top
  for (const number of numbers.map((each) => printable(each).text)) {
    const height = pdf.textHeight(number, COLUMN - GAP, 'door') + PADDING
    if (y + height > area.bottom) {
      y = top
      column = (column + 1) % COLUMNS
      if (column === 0) pages.push([])
    }
    pages.at(-1)?.push({ number, x: page.left + column * COLUMN, y })
    y += height
  }
  return pages
}
