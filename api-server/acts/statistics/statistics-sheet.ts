import {
  type Column,
  count,
  sheetNames,
  sheetOf,
  text,
  textOrNone,
  writeSpreadsheet,
} from '#api-server/acts/exports/spreadsheet.ts'
import { momentLabel, timesLabel } from '#domain/calendar/date-labels.ts'
import type {
  DepartmentResults,
  ModuleResults,
  PassFigure,
  ResultStatistics,
  TestmomentResults,
} from '#domain/statistics/statistics.schema.ts'
import { departmentLabel, inClassGroupLabel, TOO_FEW, withheldLabel } from '#domain/statistics/statistics.texts.ts'

export async function* writeStatisticsSheet({
  schoolyear,
  statistics: { modules, testmoments, departments },
}: {
  schoolyear: string
  statistics: ResultStatistics
}): AsyncGenerator<Uint8Array> {
  const nameOf = sheetNames()
  const head = (what: string) => [what, `Schooljaar ${schoolyear}`] as const
  yield* writeSpreadsheet([
    sheetOf({ name: nameOf('Per module'), columns: moduleColumns, rows: modules, head: head('Uitslagen per module') }),
    sheetOf({
      name: nameOf('Per toetsmoment'),
      columns: byTestmoment,
      rows: testmoments,
      landscape: true,
      head: head('Uitslagen en opkomst per toetsmoment'),
    }),
    sheetOf({
      name: nameOf('Per studierichting'),
      columns: byDepartment(departments),
      rows: departments.flatMap(rowsOf),
      head: head('Uitslagen per studierichting'),
    }),
  ])
}

interface GroupRow extends Pick<DepartmentResults, 'students' | 'passes'> {
  department: string
  /** null for the department as a whole */
  classGroup: string | null
}

const rowsOf = (results: DepartmentResults): GroupRow[] => {
  const department = departmentLabel(results)
  const classes = results.class_groups.map(({ name, ...figures }) => ({
    ...figures,
    department,
    classGroup: inClassGroupLabel(name),
  }))
  return [{ department, classGroup: null, students: results.students, passes: results.passes }, ...classes]
}

/** Cell of a figure: empty if unknown, a sentence if the group is too small. */
const figure = <Figure>(isKnown: boolean, found: Figure | null, value: (figure: Figure) => number) =>
  isKnown ? (found === null ? text(TOO_FEW) : count(value(found))) : null

const share = (isKnown: boolean, part: number | undefined, whole: number | undefined) =>
  isKnown && part !== undefined && whole ? count(part / whole, '0%') : null

interface Graded {
  graded: boolean
  passes: PassFigure | null
}
const passed: readonly Column<Graded>[] = [
  {
    heading: 'Uitslagen',
    width: 14,
    cell: ({ graded, passes }) => figure(graded, passes, ({ counted }) => counted),
  },
  { heading: 'Geslaagd', width: 14, cell: ({ graded, passes }) => figure(graded, passes, (found) => found.passed) },
  {
    heading: 'Geslaagd (%)',
    width: 14,
    cell: ({ graded, passes }) => share(graded, passes?.passed, passes?.counted),
  },
]

const moduleColumns: readonly Column<ModuleResults>[] = [
  { heading: 'Module', width: 24, cell: ({ name }) => text(name) },
  ...passed.map((column) => ({ ...column, cell: (row: ModuleResults) => column.cell({ ...row, graded: true }) })),
]

const byDepartment = (departments: readonly DepartmentResults[]): readonly Column<GroupRow>[] => [
  { heading: 'Studierichting', width: 30, cell: ({ department }) => text(department) },
  ...(departments.some(({ class_groups }) => class_groups.length > 0)
    ? [{ heading: 'Klas', width: 14, cell: ({ classGroup }: GroupRow) => textOrNone(classGroup) }]
    : []),
  { heading: 'Studenten', width: 12, cell: ({ students }) => count(students) },
  {
    heading: 'Uitslagen',
    width: 14,
    cell: ({ students, passes }) => (passes ? count(passes.counted) : text(withheldLabel(students))),
  },
  {
    heading: 'Geslaagd',
    width: 14,
    cell: ({ students, passes }) => (passes ? count(passes.passed) : text(withheldLabel(students))),
  },
  { heading: 'Geslaagd (%)', width: 14, cell: ({ passes }) => share(true, passes?.passed, passes?.counted) },
]

const byTestmoment: readonly Column<TestmomentResults>[] = [
  { heading: 'Toetsmoment', width: 24, cell: ({ testmoment }) => text(momentLabel(testmoment, 'any-time')) },
  { heading: 'Tijd', width: 14, cell: ({ testmoment }) => textOrNone(timesLabel(testmoment)) },
  { heading: 'Locatie', width: 24, cell: ({ testmoment }) => textOrNone(testmoment.location) },
  ...passed,
  { heading: 'Plaatsen', width: 10, cell: ({ testmoment: { seats } }) => count(seats || null) },
  { heading: 'Ingeschreven', width: 14, cell: ({ enrollments }) => count(enrollments) },
  {
    heading: 'Afgevinkt',
    width: 14,
    cell: ({ ticked, presence }) => figure(ticked, presence, (found) => found.ticked),
  },
  {
    heading: 'Aanwezig',
    width: 14,
    cell: ({ ticked, presence }) => figure(ticked, presence, (found) => found.present),
  },
  {
    heading: 'Niet gekomen',
    width: 14,
    cell: ({ ticked, presence }) => figure(ticked, presence, (found) => found.ticked - found.present),
  },
]
