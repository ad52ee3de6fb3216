import { readAddress } from '#domain/accounts/account.rules.ts'
import { isSameResult, type ResultReading, readResult } from '#domain/results/result.rules.ts'
import type { ResultLine, ResultStudent, ResultValue, ResultVerdict } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import { cellAt, type ListChoices } from './columns.rules.ts'
import { type CsvRow, eachOf, type Work } from './csv.rules.ts'
import {
  type Finding,
  findingsOf,
  findRepeats,
  found,
  type ListReading,
  MAX_IMPORT_LINES,
  remarkErrors,
} from './import.rules.ts'
import { readingList, withoutError } from './read-list.ts'

/** A result as a list has it; what is not there is empty. */
interface ResultRow {
  line: number
  username: string
  /** tidied */
  student_number: string
  /** by which the student is known, as it stands there */
  student: string
  module: string
  /** of a column with the results of one module; null where the list names the module, or does not */
  module_id: number | null
  typed: string
  isShifted: boolean
  /** a total or an average below the students */
  isSummary: boolean
  /** outcomes of formulas that failed; their cells are empty here */
  cellErrors: readonly string[]
}

/** Each result of a list: of one with a column for each module every cell in which something stands. */
export function* readingResults(text: string, choices?: ListChoices): Work<ListReading<ResultRow>> {
  const list = yield* readingList('results', text, choices)
  if (!list.read) return list
  const { cell } = list
  const names = new Map(choices?.modules?.map(({ id, name }) => [id, name]))
  const rows = yield* eachOf(list.rows, (row): ResultRow[] => {
    const [number, address] = [cell(row, 'student_number'), cell(row, 'username')]
    const student = {
      line: row.line,
      username: readAddress(address),
      student_number: tidyStudentNumber(number),
      student: number === '' ? address : number,
      isShifted: list.isShifted(row),
      isSummary: isSummary(row, { number, address }),
      cellErrors: list.errors(row),
    }
    if (student.isSummary) return [{ ...student, module: '', module_id: null, typed: cell(row, 'result') }]
    const ofModules = list.resultColumns.flatMap(({ moduleId, at }) => {
      const typed = withoutError(cellAt(row, at))
      return typed === '' ? [] : [{ ...student, module: names.get(moduleId) ?? '', module_id: moduleId, typed }]
    })
    const typed = cell(row, 'result')
    // A student without any result is told once.
    if (typed === '' && ofModules.length > 0) return withErrorsOnce(ofModules)
    return withErrorsOnce([...ofModules, { ...student, module: cell(row, 'module'), module_id: null, typed }])
  })
  if (rows.flat().length > MOST_RESULTS) return { read: false, fault: 'import-too-long' }
  return { read: true, columns: list.columns, rows: rows.flat() }
}

/** Results in one list; the reply names each of them. */
const MOST_RESULTS = 2 * MAX_IMPORT_LINES

const withErrorsOnce = (rows: readonly ResultRow[]): ResultRow[] =>
  rows.map((row, at) => (at === 0 ? row : { ...row, cellErrors: [] }))

/** By which lines below a list of students are called, in Excel, Moodle, Canvas and Brightspace. */
const SUMMARY =
  /^(?:(?:eind|sub)?tota(?:al|len|ls?)|gemiddelden?|gem\.?|average|mean|overall average|median|mediaan|(?:maximum|max|minimum|min|hoogste|laagste)(?: cijfer)?|standaard(?:deviatie|afwijking)|aantal(?: [a-z]+)?|percentage(?: [a-z]+)?|points possible|student, test)(?:\s*[:=(].*)?$/i

/**
 * Whether a line is about all students rather than one: it is called so, or it has figures alone and nobody whose they are.
 */
function isSummary({ cells }: CsvRow, { number, address }: { number: string; address: string }): boolean {
  if (address.includes('@') || /\d{3}/.test(number)) return false
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.slice(0, 2).some((cell) => SUMMARY.test(cell))) return true
  return number === '' && address === '' && filled.every((cell) => /^[\d.,%\s]+$/.test(cell))
}

interface NamedModule {
  id: number
  name: string
}

export interface KnownResults {
  /** those who are enrolled at the moment, with what they take there */
  students: readonly ResultStudent[]
  /** every module of the school */
  modules: readonly NamedModule[]
  /** usernames and student numbers, of those in the list, that an account has */
  accounts: ReadonlySet<string>
  /** of a line that names no module; undefined where the list has to */
  moduleId: number | undefined
}

/** A line with what was found for it. */
export interface JudgedResult extends ResultLine {
  /** of what would be written */
  enrollment_id: number | null
  version: number
}

/** Says of every line what would become of it. A student is known by number, and by address where the line has none. */
export function* judgingResults(rows: readonly ResultRow[], known: KnownResults): Work<JudgedResult[]> {
  const { modules, moduleId } = known
  const byNumber = new Map(known.students.map((student) => [student.student_number, student]))
  const byAddress = new Map(known.students.map((student) => [student.username, student]))
  const byId = new Map(modules.map((module) => [module.id, module]))
  const byName = new Map(modules.map((module) => [foldText(module.name), module]))
  const given = modules.find(({ id }) => id === moduleId)
  const matched = yield* eachOf(rows, (row): FoundRow => {
    const student = row.student_number === '' ? byAddress.get(row.username) : byNumber.get(row.student_number)
    const module =
      row.module_id === null ? (row.module === '' ? given : byName.get(foldText(row.module))) : byId.get(row.module_id)
    const cell = student?.cells.find(({ module_id }) => module_id === module?.id)
    return { row, student, module, cell, listed: readListedResult(row.typed) }
  })
  const repeats = findRepeats(matched, ({ cell, listed }) =>
    cell && listed.kind === 'result' ? String(cell.enrollment_id) : null,
  )
  return yield* eachOf(matched, (one, index) => {
    const { row, student, module, cell, listed } = one
    const findings = findingsOn(one, { accounts: known.accounts, earlier: repeats[index] })
    const value = listed.kind === 'result' && listed.reading.read && !row.isSummary ? listed.reading.value : null
    const isReplaced = findings.some(({ verdict }) => verdict === 'changed' || verdict === 'corrected')
    const before = isReplaced ? (cell?.draft ?? null) : null
    const [old, now] = [resultCellLabel(before), resultCellLabel(value)]
    return {
      line: row.line,
      student: row.student,
      name: student ? personLabel(student) : null,
      module: row.module === '' ? (module?.name ?? '') : row.module,
      typed: row.typed,
      value,
      before,
      findings: remarkErrors(findings, row.cellErrors),
      changes: isReplaced ? [{ field: 'result', old, new: now }] : [],
      enrollment_id: cell?.enrollment_id ?? null,
      version: cell?.version ?? 0,
    }
  })
}

type ResultFinding = Finding<ResultVerdict>

interface Known extends Pick<KnownResults, 'accounts'> {
  earlier: FoundRow | undefined
}

interface FoundRow {
  row: ResultRow
  student: ResultStudent | undefined
  module: NamedModule | undefined
  cell: ResultStudent['cells'][number] | undefined
  listed: ListedResult
}

function findingsOn({ row, student, module, cell, listed }: FoundRow, { accounts, earlier }: Known): ResultFinding[] {
  // Which cell is whose is not known then.
  if (row.isShifted) return [found('shifted')]
  if (row.isSummary) return [found('summary-row')]
  // Lists name everybody, also who has no result yet.
  if (listed.kind === 'nothing') return [row.typed === '' ? found('empty') : found('no-result', row.typed)]
  const { reading, dropped } = listed
  const isContradicted = earlier && reading.read && !saysTheSame(earlier, reading.value)
  const faults = [
    !student && found(whoIsIt(row, accounts)),
    !module && found(row.module === '' ? 'module-missing' : 'module-unknown'),
    student && module && !cell && found('not-enrolled'),
    !reading.read && found(reading.fault),
    isContradicted && found('contradicted', String(earlier.row.line)),
  ]
  return findingsOf<ResultVerdict>(faults, () => [
    cell && reading.read && found(fateOf(cell, reading.value, earlier)),
    dropped !== '' && found('sign-dropped', dropped),
  ])
}

function whoIsIt({ student, student_number, username }: ResultRow, accounts: Known['accounts']): ResultVerdict {
  if (student === '') return 'student-missing'
  return accounts.has(student_number || username) ? 'not-enrolled' : 'student-unknown'
}

function fateOf(
  { draft, published }: ResultStudent['cells'][number],
  value: ResultValue | null,
  earlier: FoundRow | undefined,
): ResultVerdict {
  if (earlier) return 'repeated'
  if (isSameResult(draft, value)) return 'same'
  if (published && !isSameResult(published, value)) return 'corrected'
  return draft === null && published === null ? 'new' : 'changed'
}

const saysTheSame = ({ listed }: FoundRow, value: ResultValue | null): boolean =>
  listed.kind === 'result' && listed.reading.read && isSameResult(listed.reading.value, value)

/** What a cell of a list says: a result, perhaps with a sign behind it that refers to a note, or that there is none. */
type ListedResult = { kind: 'nothing' } | { kind: 'result'; reading: ResultReading; dropped: string }

/** As lists of other systems have it of who has no result. */
const NOTHING = new Set(
  [
    ...[
      '',
      '-',
      '--',
      '–',
      '—',
      '.',
      '?',
      'x',
      '*',
      'na',
      'n/a',
      '#n/a',
      'nvt',
      'n/v/t',
      'nb',
      'nd',
      'ng',
      'nm',
      'nt',
      'nav',
    ],
    ...['niet van toepassing', 'niet beschikbaar', 'niet bekend', 'niet gemaakt', 'niet deelgenomen', 'niet aanwezig'],
    ...['niet verschenen', 'niet ingeleverd', 'niet beoordeeld', 'geen', 'geen cijfer', 'geen resultaat', 'leeg'],
    ...[
      'afwezig',
      'afw',
      'abs',
      'absent',
      'ziek',
      'noshow',
      'no show',
      'no-show',
      'excused',
      'ex',
      'null',
      'none',
      'nan',
    ],
    ...['vrijstelling', 'vrij', 'vr', 'vrst', 'in afwachting', 'needs grading', 'nog niet nagekeken', 'ingetrokken'],
  ].map(bareOf),
)

/** 'n.v.t.' and 'NVT' are one word. */
function bareOf(typed: string): string {
  const text = typed.trim().toLowerCase()
  return text.replace(/[.()]/g, '') || text
}

function readListedResult(typed: string): ListedResult {
  if (NOTHING.has(bareOf(typed))) return { kind: 'nothing' }
  const [, result = typed, dropped = ''] = /^(.*[\p{L}\d])\s*([*†‡#^¹²³]{1,3})$/u.exec(typed.trim()) ?? []
  return { kind: 'result', reading: readResult(result), dropped }
}
