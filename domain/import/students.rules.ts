import { isPlausibleUsername } from '#domain/accounts/account.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import { followedFields } from '#domain/users/followed.rules.ts'
import { type Role, reaches } from '#domain/users/roles.ts'
import { foldText } from '#domain/users/search.rules.ts'
import {
  bareNumber,
  differInZeros,
  matchNumbers,
  type NumberMatch,
  studentNumberRefusal,
} from '#domain/users/student-number.rules.ts'
import { classGroupRefusal, nameRefusal, namesRefusal } from '#domain/users/user-edit.rules.ts'
import { eachOf, type Work } from './csv.rules.ts'
import { type Finding, findingsOf, findRepeats, found, type Judging, remarkErrors } from './import.rules.ts'
import type { ListedChange, StudentLine } from './import.schema.ts'
import type { StudentRow } from './student-rows.rules.ts'
import type { StudentVerdict } from './students.texts.ts'

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
  education_department_id: number | null
  class_group: string | null
  /** the student confirmed their own details: another department would end enrollments */
  isOnboarded: boolean
  /** registered by its owner or a stranger, and never activated: the list then says who it belongs to */
  isMerelyRegistered: boolean
  /** names and number come from the school's own system */
  follows_source?: true
}

/** Data of the school that lines are compared with. */
export interface KnownSchool {
  /** accounts of the list by username */
  accounts: ReadonlyMap<string, KnownAccount>
  /** username of the owner by student number, for numbers of the list and those that differ from one only in leading zeros */
  numbers: ReadonlyMap<string | null, string>
  departments: readonly NamedDepartment[]
}

/** Values of an existing account that a list can change. */
export const studentValueNames = [
  'first_name',
  'last_name',
  'student_number',
  'education_department_id',
  'class_group',
] as const
export interface StudentValues {
  first_name: string
  last_name: string
  student_number: string | null
  education_department_id: number | null
  class_group: string | null
}

/** Line with the results of judging it. */
export interface JudgedStudent extends StudentLine {
  /** null for a new account */
  user_id: number | null
  education_department_id: number | null
  /** new values for an existing account, with its current ones; null for a line that changes none */
  edit: { before: Partial<StudentValues>; after: Partial<StudentValues> } | null
}

/**
 * Judges each line. An account stays the same unless the line is an update, but gets a student number if it has none; an
 * account that was only registered, never activated, gets the values of the list.
 */
export function* judgingStudents(
  listed: readonly StudentRow[],
  known: KnownSchool,
  { update }: Judging = { update: false },
): Work<JudgedStudent[]> {
  const rows = listed.map((row) => withWhatIsKnown(known.accounts.get(row.username), row))
  const byName = Map.groupBy(known.departments, ({ name }) => foldText(name))
  const byId = new Map(known.departments.map((department) => [department.id, department]))
  const repeats = findRepeats(rows, ({ username }) => (username === '' ? null : username))
  const sameNumbers = findRepeats(rows, ({ student_number }) => bareNumber(student_number) || null)
  const holders = matchNumbers([...known.numbers].map(([student_number, username]) => ({ student_number, username })))
  return yield* eachOf(rows, (row, index) => {
    const account = known.accounts.get(row.username)
    const { isShifted: _, cellErrors, ...line } = row
    const department = departmentFor(row.education_department, byName)
    const facts: Facts = {
      account,
      holder: holders(row.student_number),
      department,
      current: byId.get(account?.education_department_id ?? 0) ?? null,
      earlier: repeats[index],
      sameNumber: sameNumbers[index],
    }
    const { findings, edit = null } = judgeStudent(row, facts, update)
    return {
      ...line,
      findings: remarkErrors(findings, cellErrors),
      changes: update && edit ? changesOf(edit, byId) : [],
      user_id: account?.id ?? null,
      education_department_id: firstOf(department)?.id ?? null,
      edit,
    }
  })
}

/**
 * '?ukasz', 'Zo\uFFFD' and 'ZoÃ«': remains of a letter that was saved in an encoding without it, or read in another encoding.
 */
const LOST_LETTERS = /[?\uFFFD]|[Â-Å][\u0080-\u00BF\u2018-\u203A\u20AC\u2122]/

type FoundDepartment = StudentVerdict | NamedDepartment | null
type StudentFinding = Finding<StudentVerdict>

interface Facts {
  account: KnownAccount | undefined
  /** account with the line's student number, ignoring leading zeros */
  holder: NumberMatch<{ student_number: string | null; username: string }>
  department: FoundDepartment
  /** current department of the account */
  current: NamedDepartment | null
  /** first line of this person, and first line with this number */
  earlier: StudentRow | undefined
  sameNumber: StudentRow | undefined
}

interface Judgement {
  findings: StudentFinding[]
  edit?: JudgedStudent['edit']
}

function judgeStudent(row: StudentRow, facts: Facts, update: boolean): Judgement {
  const { account } = facts
  // It is unknown which cell belongs to which column.
  if (row.isShifted) return { findings: [found('shifted')] }
  if (account && reaches(account, 'administration')) return { findings: [found('is-administrator')] }
  if (account?.roles.length === 0) return { findings: [found('without-role')] }
  if (account && !account.isMerelyRegistered)
    return update ? judgeUpdate(row, account, facts) : judgeKnown(row, account, facts)
  return { findings: findingsOf<StudentVerdict>(faultsOf(row, facts), () => findingsOfNew(row, facts)) }
}

/** All faults of a line, so that a list can be corrected at once. */
const faultsOf = (row: StudentRow, facts: Facts): (StudentFinding | null)[] => [
  addressFault(row),
  ...nameFaults(row),
  departmentFault(row, facts),
  classGroupFault(row),
  contradiction(row, facts),
  numberFault(row, facts),
]

function addressFault({ username }: StudentRow): StudentFinding | null {
  if (username === '') return found('address-missing')
  return isPlausibleUsername(username) ? null : found('address-invalid')
}

const nameFaults = (row: StudentRow): StudentFinding[] =>
  [nameRefusal(row.first_name), nameRefusal(row.last_name)].flatMap((refusal) =>
    refusal === null || refusal === 'name-missing' ? [] : [found(refusal)],
  )

const departmentFault = ({ education_department }: StudentRow, { department }: Facts): StudentFinding | null =>
  typeof department === 'string' ? found(department, education_department) : null

function classGroupFault({ class_group }: StudentRow): StudentFinding | null {
  const refusal = classGroupRefusal(class_group)
  return refusal && found(refusal)
}

const contradiction = (row: StudentRow, { earlier }: Facts): StudentFinding | null =>
  earlier && !saysTheSame(row, earlier) ? found('contradicted', String(earlier.line)) : null

const hasLostLetters = (name: string): boolean => LOST_LETTERS.test(name)

function findingsOfNew(row: StudentRow, { account, earlier }: Facts): (StudentFinding | false)[] {
  if (earlier) return [found('repeated', String(earlier.line))]
  const isLost = hasLostLetters(`${row.first_name} ${row.last_name}`)
  if (account) return [found('registered', account.student_number ?? ''), isLost && found('letters-lost')]
  if (isLost) return [found('new-letters-lost')]
  return [found(namesRefusal(row) === null ? 'new' : 'new-without-name')]
}

/** Judges a line for an existing account without update: only a missing number is filled in. */
function judgeKnown(row: StudentRow, { student_number }: KnownAccount, facts: Facts): Judgement {
  if (row.student_number === '' || row.student_number === student_number) return { findings: [found('known')] }
  if (lacksZerosOf(row, student_number))
    return { findings: [found('known'), found('zeros-lost', student_number ?? '')] }
  if (student_number !== null) return { findings: [found('number-kept', student_number)] }
  const { earlier } = facts
  if (earlier) {
    const verdict = hasNumberOf(row, earlier) ? 'repeated' : 'contradicted'
    return { findings: [found(verdict, String(earlier.line))] }
  }
  const fault = numberFault(row, facts)
  if (fault) return { findings: [fault] }
  const edit = { before: { student_number }, after: { student_number: row.student_number } }
  return { findings: [found('number-added', row.student_number)], edit }
}

/** Judges an update. An empty cell keeps a value, and a name with lost letters keeps the account's own name. */
function judgeUpdate(row: StudentRow, account: KnownAccount, facts: Facts): Judgement {
  const { current, department, earlier } = facts
  const named = firstOf(department)
  const isOther = named !== null && named.id !== current?.id
  const isCurrent = current !== null && foldText(row.education_department) === foldText(current.name)
  const faults = [
    ...nameFaults(row),
    // A row that repeats the account's own department is no fault, also if that is archived by now or shares its name.
    isCurrent ? null : departmentFault(row, facts),
    classGroupFault(row),
    contradiction(row, facts),
    lacksZerosOf(row, account.student_number) ? null : numberFault(row, facts),
  ]
  const kept = (['first_name', 'last_name'] as const).filter(
    (field) => hasLostLetters(row[field]) && account[field] !== '' && !hasLostLetters(account[field]),
  )
  const after: Partial<StudentValues> = {}
  for (const field of ['first_name', 'last_name'] as const)
    if (nameRefusal(row[field]) === null && !kept.includes(field) && row[field] !== account[field])
      after[field] = row[field]
  const isWithoutZeros = lacksZerosOf(row, account.student_number)
  if (row.student_number !== '' && row.student_number !== account.student_number && !isWithoutZeros)
    after.student_number = row.student_number
  if (isOther && !isCurrent && !account.isOnboarded) after.education_department_id = named.id
  if (row.class_group !== '' && row.class_group !== account.class_group) after.class_group = row.class_group
  const followed = followedFields(account).filter((field) => field in after)
  for (const field of followed) delete after[field]
  const fields = Object.keys(after)
  const edit = fields.length === 0 ? null : { before: valuesOf(account, fields), after }
  const findings = findingsOf<StudentVerdict>(faults, () => {
    if (earlier) return [found('repeated', String(earlier.line))]
    return [
      found(edit ? 'updated' : 'known'),
      isWithoutZeros && found('zeros-lost', account.student_number ?? ''),
      ...kept.map((field) => found<StudentVerdict>('name-kept', row[field])),
      hasLostLetters(`${after.first_name ?? ''}${after.last_name ?? ''}`) && found('letters-lost'),
      followed.length > 0 && found('follows-source'),
      isOther && !isCurrent && account.isOnboarded && found('department-kept', current?.name ?? ''),
    ]
  })
  return findings[0]?.verdict === 'updated' ? { findings, edit } : { findings }
}

const valuesOf = (account: StudentValues, fields: readonly string[]): Partial<StudentValues> =>
  pick(
    account,
    studentValueNames.filter((field) => fields.includes(field)),
  )

/** Changes as shown, with the name of a department. */
function changesOf(
  { before, after }: NonNullable<JudgedStudent['edit']>,
  departments: ReadonlyMap<number, NamedDepartment>,
): ListedChange[] {
  const nameOf = (id: number | null | undefined) => departments.get(id ?? 0)?.name ?? ''
  return studentValueNames.flatMap((field) => {
    if (!(field in after)) return []
    if (field !== 'education_department_id') return [{ field, old: before[field] ?? '', new: after[field] ?? '' }]
    return [{ field: 'education_department', old: nameOf(before[field]), new: nameOf(after[field]) }]
  })
}

/** Reason why the student can't have the line's number; null if they can, or if there is none. */
function numberFault(
  { username, student_number }: StudentRow,
  { holder, sameNumber }: Pick<Facts, 'holder' | 'sameNumber'>,
): StudentFinding | null {
  const refusal = studentNumberRefusal(student_number)
  if (refusal) return found(refusal)
  const having = holder.match === 'none' ? [] : holder.match === 'several' ? holder.people : [holder.person]
  const other = having.find((person) => person.username !== username)
  if (other) return found('number-taken', other.username)
  return sameNumber && sameNumber.username !== username ? found('number-repeated', String(sameNumber.line)) : null
}

/** A list takes nothing away that a teacher filled in of an address that is merely registered. */
function withWhatIsKnown(account: KnownAccount | undefined, row: StudentRow): StudentRow {
  if (!account?.isMerelyRegistered) return row
  const isUnnamed = row.first_name === '' && row.last_name === ''
  const { first_name, last_name } = isUnnamed || account.follows_source ? account : row
  const class_group = row.class_group || (account.class_group ?? '')
  return { ...row, first_name, last_name, student_number: account.student_number ?? row.student_number, class_group }
}

/** Department with this name (ignoring capitals and accents); null for an empty cell, a verdict for none or several. */
function departmentFor(typed: string, byName: ReadonlyMap<string, NamedDepartment[]>): FoundDepartment {
  if (typed === '') return null
  const named = byName.get(foldText(typed)) ?? []
  const [only, ...others] = named.filter(({ archived }) => !archived)
  if (only) return others.length > 0 ? 'department-ambiguous' : only
  return named.length > 0 ? 'department-archived' : 'department-unknown'
}

const firstOf = (department: FoundDepartment): NamedDepartment | null =>
  typeof department === 'string' ? null : department

type Numbered = Pick<StudentRow, 'student_number'>

/** Whether the number in the list is the account's own without leading zeros, which spreadsheets remove: it is kept. */
const lacksZerosOf = ({ student_number: listed }: Numbered, own: string | null): boolean =>
  own !== null && listed.length < own.length && differInZeros(listed, own)

const hasNumberOf = ({ student_number: one }: Numbered, { student_number: other }: Numbered): boolean =>
  one === other || differInZeros(one, other)

const saysTheSame = (one: StudentRow, other: StudentRow): boolean =>
  one.first_name === other.first_name &&
  one.last_name === other.last_name &&
  hasNumberOf(one, other) &&
  foldText(one.education_department) === foldText(other.education_department) &&
  one.class_group === other.class_group
