import { readAddress } from '#domain/accounts/account.rules.ts'
import { readResult } from '#domain/results/result.rules.ts'
import type { ResultStudent } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { matchListedNumbers, tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import {
  columnLabels,
  foldHeader,
  type ModuleColumn,
  meaningsOf,
  moduleOf,
  resultOf,
  wordsOf,
} from './columns.rules.ts'
import type { CsvRow, Work } from './csv.rules.ts'
import { isValue, unnamedLabel } from './heading.rules.ts'
import { readingLines } from './import.rules.ts'
import { readHeading } from './read-list.ts'
import { isListedResult, judgingResults, readingResults } from './results.rules.ts'
import type { ResultVerdict } from './results.texts.ts'

/**
 * Reasons why cells copied from a spreadsheet cannot be placed:
 * - `without-numbers`: no column identifies students
 * - `nobody-known`: no student in them is at this moment
 * - `without-results`: they have students but no results
 * - `without-modules`: it is unknown which column has the results of which module
 * - `unreadable`: they are too many, or a quote is never closed
 */
export type PasteFault = 'without-numbers' | 'nobody-known' | 'without-results' | 'without-modules' | 'unreadable'

export interface PlacedResults {
  placed: true
  /** text for the cell of each enrollment, as typed if it is no result */
  texts: { id: number; text: string }[]
  /** students with a remark by verdict; each line once, with its own name for the student */
  remarks: ReadonlyMap<ResultVerdict, readonly string[]>
  /** columns with results of an unknown module */
  unknownColumns: readonly string[]
}

export type ResultPlacing = PlacedResults | { placed: false; fault: PasteFault }

interface PasteTarget {
  /** all students of the moment, including those that a filter hides */
  students: readonly ResultStudent[]
  /** all modules of the moment */
  modules: readonly ModuleColumn[]
  /** module of a single column of results without a name */
  moduleId: number | undefined
}

/**
 * Places results copied from a spreadsheet into cells, by student number or address and by module names, never by position.
 * Lines are read and judged like those of an imported list, one by one: see `Work`.
 */
export function* placingResults(copied: string, { students, modules, moduleId }: PasteTarget): Work<ResultPlacing> {
  // Spreadsheets separate copied cells by tabs; names and grades contain commas.
  const text = copied.includes('\t') ? `sep=\t\n${copied}` : copied
  const reading = yield* readingLines(text)
  if (!reading.read) return refused('unreadable')
  const table = readTable(reading.lines, { students, modules })
  if ('fault' in table) return refused(table.fault)
  const columns = table.meanings.map((meaning, at) => ({ header: unnamedLabel(at), meaning }))
  yield
  const list = yield* readingResults(text, { heading: 0, columns, modules })
  if (!list.read) return refused('unreadable')
  const rows = list.rows.filter(({ line }) => line > table.heading)
  const judged = yield* judgingResults(rows, { students, modules, accounts: students, moduleId })

  const contradicted = new Set(
    judged.flatMap((one) =>
      one.findings.some(({ verdict }) => verdict === 'contradicted') ? [one.enrollment_id] : [],
    ),
  )
  const texts = judged.flatMap(({ enrollment_id: id, value, typed, findings }) => {
    if (id === null || contradicted.has(id) || findings.some(({ verdict }) => notPlaced.has(verdict))) return []
    return [{ id, text: value ? resultCellLabel(value) : typed }]
  })
  const remarks = new Map<ResultVerdict, Set<string>>()
  for (const { student, line, findings } of judged)
    for (const { verdict, about } of findings) {
      const label = student === '' ? String(line) : student
      const named = remarks.get(verdict) ?? new Set()
      remarks.set(verdict, named.add(verdict === 'two-people' ? `${label} (${about})` : label))
    }
  return {
    placed: true,
    texts,
    remarks: new Map([...remarks].map(([verdict, named]) => [verdict, [...named]])),
    unknownColumns: table.unknownColumns,
  }
}

const refused = (fault: PasteFault): ResultPlacing => ({ placed: false, fault })

/** Verdicts of lines that fill no cell. An unreadable grade fills one: it is shown as typed. */
const notPlaced: ReadonlySet<ResultVerdict> = new Set<ResultVerdict>([
  ...(['empty', 'no-result', 'summary-row', 'repeated', 'contradicted', 'shifted'] as const),
  ...(['student-missing', 'student-unknown', 'student-ambiguous', 'two-people'] as const),
  ...(['not-enrolled', 'module-missing', 'module-unknown'] as const),
])

interface Table {
  /** line of the column names, or 0 */
  heading: number
  meanings: (string | null)[]
  unknownColumns: string[]
}

/** Finds the meanings of columns by their names if there are any, otherwise by their contents. */
function readTable(
  lines: readonly [CsvRow, ...CsvRow[]],
  { students, modules }: Pick<PasteTarget, 'students' | 'modules'>,
): Table | { fault: PasteFault } {
  const isStudent = knowing(students)
  const found = readHeading('results', lines, { modules })
  const first = lines.find(({ line }) => line === found.heading)
  const header = first?.cells.some((cell) => isValue(cell) || isStudent(cell)) ? undefined : first
  const heading = header?.line ?? 0
  const columns = pastedColumns(lines, { line: heading, names: header?.cells ?? [] }, modules)
  const key = columns.findIndex(({ values }) => values.some(isStudent))
  if (key < 0) {
    const isKeyed = found.meanings.some((meaning) => meaning === 'student_number' || meaning === 'username')
    return { fault: isKeyed ? 'nobody-known' : 'without-numbers' }
  }

  const { meanings, nameless, unknown } = meaningsBeside(key, columns, modules)
  unknown.push(...settleGeneral(meanings, columns, modules))
  const [only, ...others] = nameless
  if (isByModule(meanings) || meanings.includes('result')) unknown.push(...nameless)
  else if (others.length > 0 || unknown.length > 0) return { fault: 'without-modules' }
  else if (only === undefined) return { fault: 'without-results' }
  else meanings[only] = 'result'
  return { heading, meanings, unknownColumns: unknown.map((at) => columns[at]?.label || unnamedLabel(at)) }
}

interface Column {
  /** name, unique in the table; empty without one */
  label: string
  /** meaning by its name */
  meaning: string | null
  /** cells below the name that are not empty, trimmed */
  values: readonly string[]
}

function pastedColumns(
  lines: readonly CsvRow[],
  { line: heading, names }: { line: number; names: readonly string[] },
  modules: readonly ModuleColumn[],
): Column[] {
  const rows = lines.filter(({ line }) => line > heading)
  const labels = columnLabels(names)
  const meanings = meaningsOf('results', names, { modules })
  return Array.from({ length: Math.max(...lines.map(({ cells }) => cells.length)) }, (_, at) => ({
    label: labels[at] ?? '',
    meaning: meanings[at] ?? null,
    values: rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((value) => value !== ''),
  }))
}

type Meanings = (string | null)[]

/**
 * Meanings of all columns when column `key` identifies students. `nameless` columns may have results; `unknown` ones have results
 * of a module that is not at this moment.
 */
function meaningsBeside(key: number, columns: readonly Column[], modules: readonly ModuleColumn[]) {
  const keyMeaning = columns[key]?.values.some((value) => value.includes('@')) ? 'username' : 'student_number'
  const meanings: Meanings = columns.map(({ meaning }, at) =>
    at === key ? keyMeaning : meaning === keyMeaning ? null : meaning,
  )
  const nameless: number[] = []
  const unknown: number[] = []
  for (const [at, { label, values }] of columns.entries()) {
    if (meanings[at] !== null || values.length === 0) continue
    const module = moduleIn(label, modules)
    if (module && !meanings.includes(resultOf(module))) meanings[at] = resultOf(module)
    else if (isMostly(values, (value) => isWords(value) && !isListedResult(value)))
      meanings[at] = meaningOfWords(values, modules, meanings)
    else if (label === '') nameless.push(at)
    else if (values.some((value) => readResult(value).read || isListedResult(value))) unknown.push(at)
  }
  return { meanings, nameless, unknown }
}

/** Settles which module a column 'Cijfer' or 'Eindcijfer' has results of. Returns the column if that stays unknown. */
function settleGeneral(meanings: Meanings, columns: readonly Column[], modules: readonly ModuleColumn[]): number[] {
  const general = meanings.indexOf('result')
  // A column 'Cijfer ALG' has results of ALG, whichever module it is pasted into.
  const module = moduleIn(columns[general]?.label ?? '', modules)
  if (module) meanings[general] = meanings.includes(resultOf(module)) ? null : resultOf(module)
  // 'Eindcijfer' means something else beside columns of modules.
  if (meanings[general] !== 'result' || !isByModule(meanings) || meanings.includes('module')) return []
  meanings[general] = null
  return [general]
}

const isByModule = (meanings: Meanings): boolean =>
  meanings.some((meaning) => meaning !== null && moduleOf(meaning) !== null)

/** Tests whether a cell is a number or address of these students. A cell that can be a grade is not: '7' is not 0000007. */
function knowing(students: readonly ResultStudent[]): (cell: string) => boolean {
  const byNumber = matchListedNumbers(students)
  const addresses = new Set(students.map(({ username }) => username))
  return (cell) => {
    if (cell.includes('@')) return addresses.has(readAddress(cell))
    const number = tidyStudentNumber(cell)
    return number !== '' && !readResult(cell).read && byNumber(number).match !== 'none'
  }
}

/** Module that a header names among other words; undefined if it names several. */
function moduleIn(label: string, modules: readonly ModuleColumn[]): ModuleColumn | undefined {
  const words = wordsOf(label)
  const [module, ...others] = modules.filter(({ name }) => words.includes(foldHeader(name)))
  return others.length === 0 ? module : undefined
}

/** A column of words has module names, or names of people, which show whether a number belongs to somebody else. */
function meaningOfWords(values: readonly string[], modules: readonly ModuleColumn[], meanings: readonly unknown[]) {
  const isModule = (value: string) => modules.some(({ name }) => foldHeader(name) === foldHeader(value))
  const meaning = isMostly(values, isModule)
    ? 'module'
    : ['whole_name', 'first_name', 'last_name'].find((name) => !meanings.includes(name))
  return meaning === undefined || meanings.includes(meaning) ? null : meaning
}

const isWords = (value: string): boolean => /\p{L}.*\p{L}/u.test(value)
const isMostly = (values: readonly string[], is: (value: string) => boolean): boolean =>
  values.filter(is).length * 2 >= values.length
