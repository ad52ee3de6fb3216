import { isPlausibleUsername, normaliseUsername } from '#domain/accounts/account.rules.ts'
import { isDutchPrefix } from '#domain/users/names.ts'
import { type Role, reaches } from '#domain/users/roles.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { studentNumberRefusal, tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import { type ColumnNames, type Columns, type CsvRow, findColumns } from './csv.rules.ts'
import { findRepeats, type ListReading, readLines } from './import.rules.ts'
import type { StudentLine, StudentVerdict } from './import.schema.ts'

/** A student as a list names them; what is not there is empty. */
interface StudentRow {
  line: number
  username: string
  first_name: string
  last_name: string
  /** tidied */
  student_number: string
  education_department: string
  isShifted: boolean
}

type StudentColumn =
  | 'username'
  | 'student_number'
  | 'education_department'
  | 'first_name'
  | 'prefix'
  | 'last_name'
  | 'whole_name'

/** By which a list says whom a line is about. */
export const studentKeyNames: ColumnNames<'username' | 'student_number'> = {
  username: [
    'email',
    'emailadres',
    'emailaddress',
    'mail',
    'mailadres',
    'schoolmail',
    'studentmail',
    'gebruikersnaam',
    'username',
    'inlognaam',
  ],
  student_number: [
    ...['studentnummer', 'studentnr', 'studnr', 'studentennummer', 'leerlingnummer', 'leerlingnr', 'stamnummer'],
    ...['studentnumber', 'studentid', 'nummer'],
  ],
}

const NAMES: ColumnNames<StudentColumn> = {
  ...studentKeyNames,
  education_department: [
    'studierichting',
    'opleiding',
    'opleidingsnaam',
    'studie',
    'educationdepartment',
    'department',
  ],
  first_name: ['roepnaam', 'voornaam', 'voornamen', 'firstname', 'givenname'],
  prefix: ['tussenvoegsel', 'tussenvoegsels', 'voorvoegsel', 'voorvoegsels'],
  last_name: ['achternaam', 'familienaam', 'lastname', 'surname', 'familyname'],
  whole_name: ['naam', 'volledigenaam', 'studentnaam', 'leerlingnaam', 'name', 'fullname'],
}

/** Beside the student's own columns a list may have those of others, whose letters must never go there, and of other things. */
export const OF_OTHER_PEOPLE = [
  ...['ouder', 'ouders', 'vader', 'moeder', 'verzorger', 'verzorgers', 'voogd', 'contactpersoon', 'noodcontact'],
  ...['mentor', 'docent', 'leraar', 'begeleider', 'coach', 'slb', 'bedrijf', 'stage', 'prive', 'thuis', 'partner'],
]
const OTHERS = [
  ...OF_OTHER_PEOPLE,
  ...['groep', 'klas', 'vak', 'toets', 'locatie', 'jaar', 'code', 'nummer', 'id', 'niveau', 'datum', 'status', 'fase'],
]

/** A bare column of addresses needs no header: nothing else it could be. */
const ADDRESSES: CsvRow = { line: 0, cells: ['email'] }

export function readStudentList(text: string): ListReading<StudentRow> {
  const reading = readLines(text)
  if (!reading.read) return reading
  const { lines } = reading
  const isBare = lines.every(({ cells }) => cells.length === 1 && cells[0]?.includes('@'))
  const [header, ...rows] = isBare ? [ADDRESSES, ...lines] : lines
  const columns = findColumns(header, NAMES, { others: OTHERS })
  if (!columns.has('username')) return { read: false, fault: 'import-column-missing' }
  if (rows.length === 0) return { read: false, fault: 'import-empty' }
  return {
    read: true,
    unused: columns.unused,
    rows: rows.map((row) => ({
      line: row.line,
      username: normaliseUsername(columns.cell(row, 'username')),
      ...namesIn(row, columns),
      student_number: tidyStudentNumber(columns.cell(row, 'student_number')),
      education_department: columns.cell(row, 'education_department'),
      isShifted: columns.isShifted(row),
    })),
  }
}

type Names = Pick<StudentRow, 'first_name' | 'last_name'>

/** A 'Naam' beside a first name alone is the rest of it, as Flemish lists have it; beside none it is all of it. */
function namesIn(row: CsvRow, { cell, has }: Columns<StudentColumn>): Names {
  const [first, prefix, last, whole] = (['first_name', 'prefix', 'last_name', 'whole_name'] as const).map((column) =>
    tidyName(cell(row, column)),
  )
  if (!has('last_name') && has('whole_name')) {
    if (!has('first_name')) return splitName(whole ?? '')
    return { first_name: first ?? '', last_name: tidyName(`${prefix} ${whole}`) }
  }
  return { first_name: first ?? '', last_name: tidyName(`${prefix} ${last}`) }
}

/**
 * 'Jade van den Berg', 'van den Berg, Jade', 'Berg, Jade van den' and 'Berg, van den, Jade' are one name. What stands
 * before 'van' and the like are first names; without it only the first word is, since last names of several words
 * ('El Amrani') are more usual than first names in full. The student sees it before anything else, and mends it.
 */
export function splitName(whole: string): Names {
  const [beforeComma = [], ...afterComma] = whole.split(',').map(wordsIn)
  if (afterComma.length > 0) {
    const others = afterComma.flat()
    const given = others.filter((word) => !isDutchPrefix(word))
    // 'Vries, De': there is nobody called De alone.
    const [first, prefix] = given.length > 0 ? [given, others.filter(isDutchPrefix)] : [[], others]
    return { first_name: first.join(' '), last_name: [...prefix, ...beforeComma].join(' ') }
  }
  const start = beforeComma.findIndex((word, at) => at > 0 && at < beforeComma.length - 1 && isDutchPrefix(word))
  const parting = start > 0 ? start : isDutchPrefix(beforeComma[0] ?? '') ? 0 : 1
  return { first_name: beforeComma.slice(0, parting).join(' '), last_name: beforeComma.slice(parting).join(' ') }
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

interface NamedDepartment {
  id: number
  name: string
  archived: boolean
}

export interface KnownAccount {
  id: number
  roles: readonly Role[]
  first_name: string
  last_name: string
  student_number: string | null
  /** by its owner or a stranger, and never activated: the list then says whose it is */
  isMerelyRegistered: boolean
}

/** What the school knows already. */
export interface KnownSchool {
  /** by username, of those in the list that have an account */
  accounts: ReadonlyMap<string, KnownAccount>
  /** by student number, of those in the list, the username of who has it */
  numbers: ReadonlyMap<string | null, string>
  departments: readonly NamedDepartment[]
}

/** A line with what was found for it. */
export interface JudgedStudent extends StudentLine {
  /** null where there is no account yet */
  user_id: number | null
  education_department_id: number | null
}

/**
 * Says of every line what would become of it. Who has an account keeps it as it is, whatever the list says of them, but
 * gets a student number while there is none; one that was registered and never activated becomes as the list has it.
 */
export function judgeStudents(listed: readonly StudentRow[], known: KnownSchool): JudgedStudent[] {
  const rows = listed.map((row) => withWhatIsKnown(known.accounts.get(row.username), row))
  const byName = Map.groupBy(known.departments, ({ name }) => foldText(name))
  const repeats = findRepeats(rows, ({ username }) => (username === '' ? null : username))
  const sameNumbers = findRepeats(rows, ({ student_number }) => (student_number === '' ? null : student_number))
  return rows.map((row, index) => {
    const account = known.accounts.get(row.username)
    const { isShifted: _, ...line } = row
    const department = departmentFor(row.education_department, byName)
    const [verdict, about = ''] = verdictOn(row, {
      account,
      holder: known.numbers.get(row.student_number),
      department,
      earlier: repeats[index],
      sameNumber: sameNumbers[index],
    })
    const first = firstOf(department)
    return { ...line, verdict, about, user_id: account?.id ?? null, education_department_id: first?.id ?? null }
  })
}

/**
 * '?ukasz', 'Zo\uFFFD' and 'ZoÃ«': what is left of a letter that was saved in an encoding which lacks it, or read in another
 * than it was saved in.
 */
const LOST_LETTERS = /[?\uFFFD]|[Â-Å][\u0080-\u00BF\u2018-\u203A\u20AC\u2122]/

type FoundDepartment = StudentVerdict | NamedDepartment | null
type Verdict = [StudentVerdict, about?: string]

interface Found {
  account: KnownAccount | undefined
  /** the username of whose student number the line has */
  holder: string | undefined
  department: FoundDepartment
  /** the first line of this person, and the first with this number */
  earlier: StudentRow | undefined
  sameNumber: StudentRow | undefined
}

function verdictOn(row: StudentRow, found: Found): Verdict {
  const { account, department, earlier } = found
  if (row.isShifted) return ['shifted']
  if (row.username === '') return ['address-missing']
  if (!isPlausibleUsername(row.username)) return ['address-invalid']
  if (account && reaches(account, 'administration')) return ['is-administrator']
  if (account?.roles.length === 0) return ['without-role']
  if (account && !account.isMerelyRegistered) return verdictOnKnown(row, account, found)
  const names = [row.first_name, row.last_name].map(nameRefusal)
  for (const refusal of names) if (refusal === 'name-too-long' || refusal === 'name-unreadable') return [refusal]
  if (typeof department === 'string') return [department, row.education_department]
  if (earlier) return [saysTheSame(row, earlier) ? 'repeated' : 'contradicted', String(earlier.line)]
  const wrongNumber = numberVerdict(row, found)
  if (wrongNumber) return wrongNumber
  if (LOST_LETTERS.test(`${row.first_name} ${row.last_name}`)) return ['new-letters-lost']
  if (account) return ['registered', account.student_number ?? '']
  return [names.some((refusal) => refusal !== null) ? 'new-without-name' : 'new']
}

/** Of who has an account nothing is looked at but the number that they lack. */
function verdictOnKnown(row: StudentRow, { student_number }: KnownAccount, found: Found): Verdict {
  if (row.student_number === '' || row.student_number === student_number) return ['known']
  if (student_number !== null) return ['number-kept', student_number]
  const { earlier } = found
  if (earlier)
    return [row.student_number === earlier.student_number ? 'repeated' : 'contradicted', String(earlier.line)]
  return numberVerdict(row, found) ?? ['number-added', row.student_number]
}

/** Why the line's number cannot be given to its student; null when it can, or there is none. */
function numberVerdict({ username, student_number }: StudentRow, { holder, sameNumber }: Found): Verdict | null {
  const refusal = studentNumberRefusal(student_number)
  if (refusal) return [refusal]
  if (holder !== undefined && holder !== username) return ['number-taken', holder]
  return sameNumber && sameNumber.username !== username ? ['number-repeated', String(sameNumber.line)] : null
}

/** A list takes no names away that a teacher filled in, nor a number, of an address that is merely registered. */
function withWhatIsKnown(account: KnownAccount | undefined, row: StudentRow): StudentRow {
  if (!account?.isMerelyRegistered) return row
  const { first_name, last_name } = row.first_name === '' && row.last_name === '' ? account : row
  return { ...row, first_name, last_name, student_number: account.student_number ?? row.student_number }
}

/** The department that is called so, capitals and accents or not; null for none named, a verdict when there is no one. */
function departmentFor(typed: string, byName: ReadonlyMap<string, NamedDepartment[]>): FoundDepartment {
  if (typed === '') return null
  const named = byName.get(foldText(typed)) ?? []
  const [only, ...others] = named.filter(({ archived }) => !archived)
  if (only) return others.length > 0 ? 'department-ambiguous' : only
  return named.length > 0 ? 'department-archived' : 'department-unknown'
}

const firstOf = (department: FoundDepartment): NamedDepartment | null =>
  typeof department === 'string' ? null : department

const saysTheSame = (one: StudentRow, other: StudentRow): boolean =>
  one.first_name === other.first_name &&
  one.last_name === other.last_name &&
  one.student_number === other.student_number &&
  foldText(one.education_department) === foldText(other.education_department)
