import { readAddress } from '#domain/accounts/account.rules.ts'
import { graded, isSameResult, type ResultReading, readResult } from '#domain/results/result.rules.ts'
import type { ResultStudent, ResultValue } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { isDutchPrefix, personLabel } from '#domain/users/names.ts'
import { foldText } from '#domain/users/search.rules.ts'
import {
  differInLetter,
  type ListedMatch,
  matchListedNumbers,
  tidyStudentNumber,
} from '#domain/users/student-number.rules.ts'
import { cellAt, type ListChoices } from './columns.rules.ts'
import { type CsvRow, eachOf, type Work } from './csv.rules.ts'
import {
  type Finding,
  findContradictions,
  findingsOf,
  findRepeats,
  found,
  type ListReading,
  remarkErrors,
} from './import.rules.ts'
import type { ResultLine } from './import.schema.ts'
import { MAX_IMPORT_LINES } from './list-kind.ts'
import { type ReadRow, readingList, withoutError } from './read-list.ts'
import { noResultWords, type ResultVerdict } from './results.texts.ts'
import { namesIn } from './student-rows.rules.ts'

interface ResultRow extends ReadRow {
  username: string
  /** in the form of an account */
  student_number: string
  student: string
  name: string
  module: string
  /** module of a column with its results; null if the module is in another cell, or not in the list */
  module_id: number | null
  typed: string
  /** whether it is a total or average below the students */
  isSummary: boolean
}

/** Reads all results of a list: in one with a column for each module, every cell that is not empty. */
export function* readingResults(text: string, choices?: ListChoices): Work<ListReading<ResultRow>> {
  const list = yield* readingList('results', text, choices)
  if (!list.read) return list
  const { cell } = list
  const names = new Map(choices?.modules?.map(({ id, name }) => [id, name]))
  const ofLines = yield* eachOf(list.rows, (row): ResultRow[] => {
    const [number, address] = [cell(row, 'student_number'), cell(row, 'username')]
    const student = {
      ...list.about(row),
      username: readAddress(address),
      student_number: tidyStudentNumber(number),
      student: number === '' ? address : number,
      name: personLabel({ ...namesIn(row, list), username: '' }),
      isSummary: isSummary(row, { number, address }),
    }
    if (student.isSummary) return [{ ...student, module: '', module_id: null, typed: cell(row, 'result') }]
    const ofModules = list.resultColumns.flatMap(({ moduleId, at }) => {
      const typed = withoutError(cellAt(row, at))
      return typed === '' ? [] : [{ ...student, module: names.get(moduleId) ?? '', module_id: moduleId, typed }]
    })
    const typed = cell(row, 'result')
    // A student without any result is reported once.
    if (typed === '' && ofModules.length > 0) return withErrorsOnce(ofModules)
    return withErrorsOnce([...ofModules, { ...student, module: cell(row, 'module'), module_id: null, typed }])
  })
  const rows = ofLines.flat()
  if (rows.length > MOST_RESULTS) return { read: false, fault: 'import-too-long' }
  return { read: true, columns: list.columns, unused: list.unused, rows }
}

/** Most results in one list; the reply names each of them. */
const MOST_RESULTS = 2 * MAX_IMPORT_LINES

const withErrorsOnce = (rows: readonly ResultRow[]): ResultRow[] =>
  rows.map((row, at) => (at === 0 ? row : { ...row, cellErrors: [] }))

/** Words that Excel, Moodle, Canvas and Brightspace use for summary lines below a list of students. */
const SUMMARY =
  /^(?:(?:eind|sub)?tota(?:al|len|ls?)|gemiddelden?|gem\.?|average|mean|overall average|median|mediaan|(?:maximum|max|minimum|min|hoogste|laagste)(?: cijfer)?|standaard(?:deviatie|afwijking)|aantal(?: [a-z]+)?|percentage(?: [a-z]+)?|points possible|student, test)(?:\s*[:=(].*)?$/i

/** Whether a line summarizes all students: it is named so, or it has only numbers and no student. */
function isSummary({ cells }: CsvRow, { number, address }: { number: string; address: string }): boolean {
  // Spreadsheets remove leading zeros, and 'Max' is a first name too.
  if (address.includes('@') || /\d{3}|^[a-z]?\d+$/i.test(number)) return false
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.slice(0, 2).some((cell) => SUMMARY.test(cell))) return true
  return number === '' && address === '' && filled.every((cell) => /^[\d.,%\s]+$/.test(cell))
}

interface NamedModule {
  id: number
  name: string
}

type KnownPerson = Pick<ResultStudent, 'id' | 'username' | 'first_name' | 'last_name' | 'student_number'>

export interface KnownResults {
  students: readonly ResultStudent[]
  modules: readonly NamedModule[]
  /** all accounts with an address or number in the list (ignoring leading zeros), enrolled or not */
  accounts: readonly KnownPerson[]
  /** module for lines without one; undefined if each line must name it */
  moduleId: number | undefined
  round?: boolean | undefined
}

export interface JudgedResult extends ResultLine {
  /** enrollment that the result would be written to */
  enrollment_id: number | null
  version: number
}

/** A student is found by number, else by address; other values of the line must not belong to somebody else. */
export function* judgingResults(rows: readonly ResultRow[], known: KnownResults): Work<JudgedResult[]> {
  const { modules, moduleId, round = false } = known
  const whoIs = recognising(known)
  const enrolled = new Map(known.students.map((student) => [student.id, student]))
  const byId = new Map(modules.map((module) => [module.id, module]))
  const byName = new Map(modules.map((module) => [foldText(module.name), module]))
  const chosenModule = modules.find(({ id }) => id === moduleId)
  const matched = yield* eachOf(rows, (row): FoundRow => {
    const who = whoIs(row)
    const student = 'person' in who ? enrolled.get(who.person.id) : undefined
    const module =
      row.module_id === null
        ? row.module === ''
          ? chosenModule
          : byName.get(foldText(row.module))
        : byId.get(row.module_id)
    const cell = student?.cells.find(({ module_id }) => module_id === module?.id)
    return { row, who, student, module, cell, listed: readListedResult(row.typed, round) }
  })
  const keyOf = ({ cell, listed }: FoundRow) => (cell && listed.kind === 'result' ? String(cell.enrollment_id) : null)
  const repeats = findRepeats(matched, keyOf)
  const contradictions = findContradictions(matched, keyOf, saysTheSame)
  return yield* eachOf(matched, (one, index) => {
    const { row, student, module, cell, listed } = one
    const findings = findingsOn(one, { earlier: repeats[index], contradicted: contradictions[index] })
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

interface FoundRow {
  row: ResultRow
  who: Recognised
  student: ResultStudent | undefined
  module: NamedModule | undefined
  cell: ResultStudent['cells'][number] | undefined
  listed: ListedResult
}

function findingsOn(
  { row, who, student, module, cell, listed }: FoundRow,
  { earlier, contradicted }: Record<'earlier' | 'contradicted', FoundRow | undefined>,
): ResultFinding[] {
  if (row.isShifted) return [found('shifted')]
  if (row.isSummary) return [found('summary-row')]
  // Lists also name students without a result.
  if (listed.kind === 'nothing') return [row.typed === '' ? found('empty') : found('no-result', row.typed)]
  const { reading, dropped, rounded } = listed
  const faults = [
    'fault' in who && who.fault,
    'person' in who && !student && found('not-enrolled'),
    !module && found(row.module === '' ? 'module-missing' : 'module-unknown'),
    student && module && !cell && found('not-enrolled'),
    !reading.read && found(reading.fault),
    contradicted && found('contradicted', String(contradicted.row.line)),
  ]
  return findingsOf<ResultVerdict>(faults, () => [
    cell && reading.read && found(fateOf(cell, reading.value, earlier)),
    dropped !== '' && found('sign-dropped', dropped),
    rounded !== '' && found('grade-rounded', rounded),
    ...('person' in who ? who.remarks : []),
  ])
}

/** Student that a line is about, or the reason why nobody is found. */
type Recognised = { fault: ResultFinding } | { person: KnownPerson; remarks: readonly ResultFinding[] }

/** Returns a function that finds the student of a line by number, address and name. */
function recognising({ students, accounts }: KnownResults): (row: ResultRow) => Recognised {
  const people = [...new Map([...accounts, ...students].map((person) => [person.id, person])).values()]
  const byNumber = matchListedNumbers(people)
  const byAddress = new Map(people.map((person) => [person.username, person]))
  const isNamed = namesakes(people)

  return (row) => {
    if (row.student === '') return { fault: found('student-missing') }
    const addressed = byAddress.get(row.username)
    const numbered = row.student_number === '' ? null : oneOf(byNumber(row.student_number), addressed)
    if (numbered === 'several') return { fault: found('student-ambiguous') }
    // A student without a number yet is identified by address.
    const person = numbered ?? (row.student_number === '' || addressed?.student_number === null ? addressed : undefined)
    if (!person) return { fault: found('student-unknown') }
    if (addressed && addressed.id !== person.id) return { fault: twoPeople(person, addressed) }
    const named = isNamed(row.name, person)
    if (named !== 'them' && named !== 'nobody') return { fault: twoPeople(person, named) }
    const remarks: ResultFinding[] = []
    if (numbered !== null && person.student_number !== row.student_number)
      remarks.push(
        differInLetter(row.student_number, person.student_number ?? '')
          ? found('number-lettered', person.student_number ?? '')
          : found('zeros-lost', person.student_number ?? ''),
      )
    if (named === 'nobody') remarks.push(found('name-differs', row.name))
    return { person, remarks }
  }
}

/** If several have the number apart from leading zeros, the address decides. */
function oneOf(match: ListedMatch<KnownPerson>, addressed: KnownPerson | undefined): KnownPerson | 'several' | null {
  if (match.match === 'none') return null
  if (match.match !== 'several') return match.person
  return match.people.find(({ id }) => id === addressed?.id) ?? 'several'
}

const twoPeople = (one: KnownPerson, other: KnownPerson): ResultFinding =>
  found('two-people', `${personLabel(one)} en ${personLabel(other)}`)

/**
 * Returns a function that checks whether a name in a list is that of this person: it has some of their words, or they have all
 * of its words. Otherwise it returns the holders of all of its words, or 'nobody' if there are none. Lists shorten names, so
 * one common word is enough if nobody else has it.
 */
function namesakes(people: readonly KnownPerson[]) {
  // Most lists have only numbers: the words of all names are collected at the first line with a name.
  let known: ReturnType<typeof wordsOfNames> | undefined
  return (name: string, person: KnownPerson): KnownPerson | 'them' | 'nobody' => {
    const words = nameWords(name)
    if (words.length === 0) return 'them'
    known ??= wordsOfNames(people)
    const { wordsOf, byWord } = known
    const own = wordsOf.get(person.id) ?? new Set()
    if (own.size === 0 || words.every((word) => own.has(word))) return 'them'
    const other = byWord.get(words[0] ?? '')?.find(({ id }) => words.every((word) => wordsOf.get(id)?.has(word)))
    return other ?? (words.some((word) => own.has(word)) ? 'them' : 'nobody')
  }
}

/** Words of each person's name, and persons by word. */
function wordsOfNames(people: readonly KnownPerson[]) {
  const wordsOf = new Map(people.map((person) => [person.id, new Set(nameWords(personLabel(person)))]))
  const byWord = new Map<string, KnownPerson[]>()
  for (const person of people)
    for (const word of wordsOf.get(person.id) ?? []) {
      const named = byWord.get(word)
      if (named) named.push(person)
      else byWord.set(word, [person])
    }
  return { wordsOf, byWord }
}

/** Words of a name that distinguish people: without initials and surname prefixes. */
const nameWords = (name: string): string[] =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !isDutchPrefix(word))

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

const saysTheSame = ({ listed: one }: FoundRow, { listed: other }: FoundRow): boolean =>
  one.kind === 'result' &&
  other.kind === 'result' &&
  one.reading.read &&
  other.reading.read &&
  isSameResult(one.reading.value, other.reading.value)

/** Reading of a cell: a result, maybe followed by the mark of a footnote, or none. `rounded` is the grade before rounding. */
type ListedResult = { kind: 'nothing' } | { kind: 'result'; reading: ResultReading; dropped: string; rounded: string }

const NOTHING = new Set(noResultWords.map(bareOf))

/** Text without dots, parentheses and capitals: 'n.v.t.' and 'NVT' are the same. */
function bareOf(typed: string): string {
  const text = typed.trim().toLowerCase()
  return text.replace(/[.()]/g, '') || text
}

/** Whether a cell has a result, or a text that there is none. */
export function isListedResult(typed: string): boolean {
  const listed = readListedResult(typed)
  return listed.kind === 'nothing' || listed.reading.read
}

function readListedResult(typed: string, round = false): ListedResult {
  if (NOTHING.has(bareOf(typed))) return { kind: 'nothing' }
  const [, result = typed, dropped = ''] = /^(.*[\p{L}\d])\s*([*†‡#^¹²³]{1,3})$/u.exec(typed.trim()) ?? []
  const reading = readResult(result)
  if (reading.read || reading.fault !== 'grade-too-precise' || !round)
    return { kind: 'result', reading, dropped, rounded: '' }
  return { kind: 'result', reading: roundedGrade(result), dropped, rounded: result.trim() }
}

/** 5,45 is 5,5, and 5,449 is 5,4. Rounding brings no grade into the scale. */
function roundedGrade(typed: string): ResultReading {
  const [, whole = '', tenth = '', next = ''] = /(?<!\d)(\d+)[.,](\d)(\d)/.exec(typed) ?? []
  const tenths = Number(whole) * 10 + Number(tenth)
  if (tenths < 10 || tenths >= 100) return { read: false, fault: 'grade-out-of-range' }
  return { read: true, value: graded(tenths + (Number(next) >= 5 ? 1 : 0)) }
}
