import { checklistTexts } from '../exports.texts.ts'
import type { ChecklistDocument } from './checklist-document.ts'
import type { ChecklistPage } from './checklist-pages.ts'
import { columns, rows } from './page-layout.ts'

const BOX = 12

/** The head that every page of a list repeats, and its rows. */
export function drawChecklistPage(pdf: ChecklistDocument, { list, rows: placed, continued }: ChecklistPage): void {
  pdf.line(continued ? checklistTexts.continued(list.module) : list.module, 62, { size: 'title', bold: true })
  pdf.line([list.description, checklistTexts.students(list.rows.length)].filter(Boolean).join(' · '), 88, {
    size: 'text',
    colour: 'soft',
  })
  drawHeadings(pdf)

  for (const { name, note, educationDepartment, y, height } of placed) {
    const top = y + rows.padding
    pdf.box(columns.present.x + 4, y + (height - BOX) / 2, BOX)
    pdf.text(name, columns.name.x, top, { size: 'text' }, { width: columns.name.width })
    if (note !== undefined) {
      const below = top + pdf.textHeight(name, columns.name.width, 'text')
      pdf.text(note, columns.name.x, below, { size: 'small', colour: 'soft' }, { width: columns.name.width })
    }
    const { x, width } = columns.educationDepartment
    pdf.text(educationDepartment, x, top + 1, { size: 'small', colour: 'soft' }, { width })
    pdf.rule(y + height)
  }
}

function drawHeadings(pdf: ChecklistDocument): void {
  const y = rows.top - 18
  for (const name of ['present', 'name', 'educationDepartment', 'signature'] as const)
    pdf.text(checklistTexts[name], columns[name].x, y, { size: 'small', bold: true }, { width: columns[name].width })
  pdf.rule(rows.top)
}
