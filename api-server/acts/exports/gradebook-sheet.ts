import { gradebookColumns } from '#domain/results/gradebook.rules.ts'
import type { GradebookCell, GradebookModule, GradebookRow } from '#domain/results/gradebook.schema.ts'
import { completedText } from '#domain/results/gradebook.texts.ts'
import {
  type Column,
  classGroupsOf,
  count,
  resultCell,
  sheetNames,
  sheetOf,
  text,
  textOrNone,
  writeSpreadsheet,
} from './spreadsheet.ts'

export interface GradebookHead {
  schoolyear: string
  modules: readonly GradebookModule[]
}

interface SheetRow extends Omit<GradebookRow, 'cells'> {
  cells: ReadonlyMap<number, GradebookCell>
}

/** Writes an .xlsx of three sheets: the best results, how many tries these took, and which modules are completed. */
export async function* writeGradebookSheet(
  { schoolyear, modules }: GradebookHead,
  students: readonly GradebookRow[],
): AsyncGenerator<Uint8Array> {
  const nameOf = sheetNames()
  const columns = gradebookColumns(modules, students)
  const rows = students.map(
    ({ cells, ...student }): SheetRow => ({ ...student, cells: new Map(cells.map((cell) => [cell.module_id, cell])) }),
  )
  const sheet = (name: string, cell: (of: GradebookCell) => ReturnType<Column<SheetRow>['cell']>) =>
    sheetOf({
      name: nameOf(name),
      columns: [...person, ...classGroupsOf(students), ...columns.map((module) => moduleColumn(module, cell))],
      rows,
      landscape: true,
      head: [name, `Schooljaar ${schoolyear}`],
    })
  yield* writeSpreadsheet([
    sheet('Uitslagen', ({ best, completed }) => (best === null && completed ? text(completedText) : resultCell(best))),
    sheet('Pogingen', ({ tries }) => count(tries || null)),
    sheet('Gehaald', ({ completed }) => (completed ? text('ja') : null)),
  ])
}

const person: readonly Column<SheetRow>[] = [
  { heading: 'Studentnummer', width: 18, cell: ({ student_number }) => textOrNone(student_number) },
  { heading: 'Achternaam', width: 24, cell: ({ last_name }) => textOrNone(last_name) },
  { heading: 'Voornaam', width: 20, cell: ({ first_name }) => textOrNone(first_name) },
  { heading: 'E-mailadres', width: 36, cell: ({ username }) => text(username) },
  { heading: 'Studierichting', width: 30, cell: (student) => textOrNone(student.education_department_name) },
]

const moduleColumn = (
  { id, name }: GradebookModule,
  cellOf: (cell: GradebookCell) => ReturnType<Column<SheetRow>['cell']>,
): Column<SheetRow> => ({
  heading: name,
  width: 12,
  cell: ({ cells }) => {
    const cell = cells.get(id)
    return cell ? cellOf(cell) : null
  },
})
