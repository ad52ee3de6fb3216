import { readAddress } from '#domain/accounts/account.rules.ts'
import { isSameResult, type ResultReading, readResult } from '#domain/results/result.rules.ts'
import type { ResultLine, ResultStudent, ResultValue, ResultVerdict } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import { readingList } from './columns.rules.ts'
import { eachOf, type Work } from './csv.rules.ts'
import { type Finding, findingsOf, findRepeats, found, type ListReading } from './import.rules.ts'
import type { ColumnReading } from './import.schema.ts'

/** A result as a list has it; what is not there is empty. */
interface ResultRow {
  line: number
  username: string
  /** tidied */
  student_number: string
  /** by which the student is known, as it stands there */
  student: string
  module: string
  typed: string
  isShifted: boolean
}

export function* readingResults(text: string, chosen: readonly ColumnReading[] = []): Work<ListReading<ResultRow>> {
  const list = yield* readingList('results', text, chosen)
  if (!list.read) return list
  const { cell } = list
  return {
    read: true,
    columns: list.columns,
    rows: yield* eachOf(list.rows, (row) => {
      const [number, address] = [cell(row, 'student_number'), cell(row, 'username')]
      return {
        line: row.line,
        username: readAddress(address),
        student_number: tidyStudentNumber(number),
        student: number === '' ? address : number,
        module: cell(row, 'module'),
        typed: cell(row, 'result'),
        isShifted: list.isShifted(row),
      }
    }),
  }
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
  const byName = new Map(modules.map((module) => [foldText(module.name), module]))
  const given = modules.find(({ id }) => id === moduleId)
  const matched = yield* eachOf(rows, (row): FoundRow => {
    const student = row.student_number === '' ? byAddress.get(row.username) : byNumber.get(row.student_number)
    const module = row.module === '' ? given : byName.get(foldText(row.module))
    const cell = student?.cells.find(({ module_id }) => module_id === module?.id)
    return { row, student, module, cell, reading: readResult(row.typed) }
  })
  const repeats = findRepeats(matched, ({ cell, row }) =>
    cell && row.typed !== '' ? String(cell.enrollment_id) : null,
  )
  return yield* eachOf(matched, (one, index) => {
    const { row, student, module, cell, reading } = one
    const findings = findingsOn(one, { accounts: known.accounts, earlier: repeats[index] })
    const value = reading.read ? reading.value : null
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
      findings,
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
  reading: ResultReading
}

function findingsOn({ row, student, module, cell, reading }: FoundRow, { accounts, earlier }: Known): ResultFinding[] {
  // Which cell is whose is not known then.
  if (row.isShifted) return [found('shifted')]
  // Lists name everybody, also who has no result yet.
  if (row.typed === '') return [found('empty')]
  const isContradicted = earlier && reading.read && !saysTheSame(earlier.reading, reading.value)
  const faults = [
    !student && found(whoIsIt(row, accounts)),
    !module && found(row.module === '' ? 'module-missing' : 'module-unknown'),
    student && module && !cell && found('not-enrolled'),
    !reading.read && found(reading.fault),
    isContradicted && found('contradicted', String(earlier.row.line)),
  ]
  return findingsOf<ResultVerdict>(faults, () => [cell && reading.read && found(fateOf(cell, reading.value, earlier))])
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

const saysTheSame = (reading: ResultReading, value: ResultValue | null): boolean =>
  reading.read && isSameResult(reading.value, value)
