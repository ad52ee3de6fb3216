import { readAddress } from '#domain/accounts/account.rules.ts'
import { isSameResult, type ResultReading, readResult } from '#domain/results/result.rules.ts'
import type { ResultStudent, ResultValue } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { isDutchPrefix, personLabel } from '#domain/users/names.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { matchNumbers, type NumberMatch, tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import { cellAt, type ListChoices } from './columns.rules.ts'
import { type CsvRow, eachOf, type Work } from './csv.rules.ts'
import { type Finding, findingsOf, findRepeats, found, type ListReading, remarkErrors } from './import.rules.ts'
import type { ResultLine } from './import.schema.ts'
import { MAX_IMPORT_LINES } from './list-kind.ts'
import { type ReadRow, readingList, withoutError } from './read-list.ts'
import type { ResultVerdict } from './results.texts.ts'
import { namesIn } from './student-rows.rules.ts'

/** A result as a list has it; what is not there is empty. */
interface ResultRow extends ReadRow {
  username: string
  /** tidied */
  student_number: string
  /** the list's identification of the student, as written there */
  student: string
  /** name of the student in the list */
  name: string
  module: string
  /** module of a column with its results; null where the list names the module, or does not */
  module_id: number | null
  typed: string
  /** a total or an average below the students */
  isSummary: boolean
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
  if (rows.flat().length > MOST_RESULTS) return { read: false, fault: 'import-too-long' }
  return { read: true, columns: list.columns, rows: rows.flat() }
}

/** Results in one list; the reply names each of them. */
const MOST_RESULTS = 2 * MAX_IMPORT_LINES

const withErrorsOnce = (rows: readonly ResultRow[]): ResultRow[] =>
  rows.map((row, at) => (at === 0 ? row : { ...row, cellErrors: [] }))

/** Words that Excel, Moodle, Canvas and Brightspace use for summary lines below a list of students. */
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

type KnownPerson = Pick<ResultStudent, 'id' | 'username' | 'first_name' | 'last_name' | 'student_number'>

export interface KnownResults {
  /** those who are enrolled at the moment, with what they take there */
  students: readonly ResultStudent[]
  /** every module of the school */
  modules: readonly NamedModule[]
  /** all who have an address or, zeros in front aside, a number of the list, whether or not they are enrolled */
  accounts: readonly KnownPerson[]
  /** module for lines that name none; undefined where the list has to */
  moduleId: number | undefined
}

/** A line with what was found for it. */
export interface JudgedResult extends ResultLine {
  /** enrollment that would be written to */
  enrollment_id: number | null
  version: number
}

/**
 * Says of every line what would become of it. A student is known by number, and by address where the line has none; what
 * else the line says of them may not be somebody else's.
 */
export function* judgingResults(rows: readonly ResultRow[], known: KnownResults): Work<JudgedResult[]> {
  const { modules, moduleId } = known
  const whoIs = recognising(known)
  const enrolled = new Map(known.students.map((student) => [student.id, student]))
  const byId = new Map(modules.map((module) => [module.id, module]))
  const byName = new Map(modules.map((module) => [foldText(module.name), module]))
  const given = modules.find(({ id }) => id === moduleId)
  const matched = yield* eachOf(rows, (row): FoundRow => {
    const who = whoIs(row)
    const student = 'person' in who ? enrolled.get(who.person.id) : undefined
    const module =
      row.module_id === null ? (row.module === '' ? given : byName.get(foldText(row.module))) : byId.get(row.module_id)
    const cell = student?.cells.find(({ module_id }) => module_id === module?.id)
    return { row, who, student, module, cell, listed: readListedResult(row.typed) }
  })
  const repeats = findRepeats(matched, ({ cell, listed }) =>
    cell && listed.kind === 'result' ? String(cell.enrollment_id) : null,
  )
  return yield* eachOf(matched, (one, index) => {
    const { row, student, module, cell, listed } = one
    const findings = findingsOn(one, repeats[index])
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
  earlier: FoundRow | undefined,
): ResultFinding[] {
  // Which cell is whose is not known then.
  if (row.isShifted) return [found('shifted')]
  if (row.isSummary) return [found('summary-row')]
  // Lists name everybody, also who has no result yet.
  if (listed.kind === 'nothing') return [row.typed === '' ? found('empty') : found('no-result', row.typed)]
  const { reading, dropped } = listed
  const isContradicted = earlier && reading.read && !saysTheSame(earlier, reading.value)
  const faults = [
    'fault' in who && who.fault,
    'person' in who && !student && found('not-enrolled'),
    !module && found(row.module === '' ? 'module-missing' : 'module-unknown'),
    student && module && !cell && found('not-enrolled'),
    !reading.read && found(reading.fault),
    isContradicted && found('contradicted', String(earlier.row.line)),
  ]
  return findingsOf<ResultVerdict>(faults, () => [
    cell && reading.read && found(fateOf(cell, reading.value, earlier)),
    dropped !== '' && found('sign-dropped', dropped),
    ...('person' in who ? who.remarks : []),
  ])
}

/** Who a line is about; or why that is nobody. */
type Recognised = { fault: ResultFinding } | { person: KnownPerson; remarks: readonly ResultFinding[] }

/** Asks of each line who it is about, by number, address and name. */
function recognising({ students, accounts }: KnownResults): (row: ResultRow) => Recognised {
  const people = [...new Map([...accounts, ...students].map((person) => [person.id, person])).values()]
  const byNumber = matchNumbers(people)
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
      remarks.push(found('zeros-lost', person.student_number ?? ''))
    if (named === 'nobody') remarks.push(found('name-differs', row.name))
    return { person, remarks }
  }
}

/** Where several have the number but for its zeros, the address says who is meant. */
function oneOf(found: NumberMatch<KnownPerson>, addressed: KnownPerson | undefined): KnownPerson | 'several' | null {
  if (found.match === 'none') return null
  if (found.match !== 'several') return found.person
  return found.people.find(({ id }) => id === addressed?.id) ?? 'several'
}

const twoPeople = (one: KnownPerson, other: KnownPerson): ResultFinding =>
  found('two-people', `${personLabel(one)} en ${personLabel(other)}`)

/**
 * Asks whether a name in a list is that of this person: it has some of their words or they have all of its. Else whose it is, of
 * those who have all its words; 'nobody' when it has nothing of theirs. Lists shorten names, so a word in common is enough
 * while nobody else is called so.
 */
function namesakes(people: readonly KnownPerson[]) {
  // Most lists have numbers alone: the words of a full hall's names are asked for when a line has a name.
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

/** The words of each one's name, and who has each word. */
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

/** The words of a name that distinguish two people: no initials, and nothing that stands before a surname. */
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

const saysTheSame = ({ listed }: FoundRow, value: ResultValue | null): boolean =>
  listed.kind === 'result' && listed.reading.read && isSameResult(listed.reading.value, value)

/** Reading of a cell: a result, perhaps followed by a sign that refers to a note, or none. */
type ListedResult = { kind: 'nothing' } | { kind: 'result'; reading: ResultReading; dropped: string }

/** Texts by which other systems say that a student has no result. */
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

/** Whether a cell says a result, or that there is none. */
export function isListedResult(typed: string): boolean {
  const listed = readListedResult(typed)
  return listed.kind === 'nothing' || listed.reading.read
}

function readListedResult(typed: string): ListedResult {
  if (NOTHING.has(bareOf(typed))) return { kind: 'nothing' }
  const [, result = typed, dropped = ''] = /^(.*[\p{L}\d])\s*([*†‡#^¹²³]{1,3})$/u.exec(typed.trim()) ?? []
  return { kind: 'result', reading: readResult(result), dropped }
}
