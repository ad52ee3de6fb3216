import { momentLabel } from '#domain/calendar/date-labels.ts'
import { byModule } from '../by-module.ts'
import { checklistTexts } from '../exports.texts.ts'
import type { Participation } from '../participant.ts'
import { ChecklistDocument } from './checklist-document.ts'
import { checklistPages } from './checklist-pages.ts'
import { checklistRows } from './checklist-row.ts'
import { drawChecklistPage } from './draw-checklist-page.ts'
import { printable } from './fonts.ts'
import { footer, page } from './page-layout.ts'

/** Writes a PDF of A4 pages, a page at a time: for each module a list to tick and to sign. */
export async function* writePresenceChecklist(participation: Participation): AsyncGenerator<Uint8Array> {
  const title = `${checklistTexts.title} ${momentLabel(participation, 'any-time')}`
  const pdf = new ChecklistDocument({ title, madeAt: participation.madeAt })
  const lists = byModule(participation.participants).map((list) => ({
    module: printable(list.module).text,
    description: printable(list.description).text,
    rows: checklistRows(list),
  }))
  const pages = checklistPages(lists, (row) => pdf.heightOf(row))

  const drawFrame = (number: number, count: number) => {
    pdf.line(title, 40, { size: 'text', colour: 'soft' })
    drawFooter(pdf, participation.madeAt, checklistTexts.page(number, count))
  }
  if (pages.length === 0) {
    drawFrame(1, 1)
    pdf.line(checklistTexts.empty, 62, { size: 'text' })
  }
  for (const [index, content] of pages.entries()) {
    if (index > 0) pdf.addPage()
    drawFrame(index + 1, pages.length)
    drawChecklistPage(pdf, content)
    const written = pdf.read()
    if (written) yield written
  }
  yield* pdf.end()
}

function drawFooter(pdf: ChecklistDocument, madeAt: number, pageNumber: string): void {
  const style = { size: 'small', colour: 'soft' } as const
  const width = page.right - page.left
  pdf.text(checklistTexts.madeAt(madeAt), page.left, footer.y, style)
  pdf.text(pageNumber, page.left, footer.y, style, { width, align: 'right' })
}
