import { isPlausibleUsername } from '#domain/accounts/account.rules.ts'
import { groupBy } from '#domain/entities/groups.ts'
import { pick } from '#domain/entities/pick.ts'
import { followedFields, isMerelyStudent } from '#domain/users/followed.rules.ts'
import { type Role, reaches } from '#domain/users/roles.ts'
import { foldText } from '#domain/users/search.rules.ts'
import {
  bareNumber,
  differInLetter,
  differInZeros,
  figuresOf,
  type ListedMatch,
  matchListedNumbers,
  studentNumberRefusal,
} from '#domain/users/student-number.rules.ts'
import type { Person } from '#domain/users/user.schema.ts'
import { classGroupRefusal, nameRefusal, namesRefusal } from '#domain/users/user-edit.rules.ts'
import { eachOf, type Work } from './csv.rules.ts'
import {
  type Finding,
  findContradictions,
  findingsOf,
  findRepeats,
  found,
  type Judging,
  remarkErrors,
} from './import.rules.ts'
import type { ListedChange, StudentLine } from './import.schema.ts'
import type { NamedDepartment } from './listed-departments.rules.ts'
import { hasLostLettersInName as hasLostLetters } from './lost-letters.rules.ts'
import type { StudentRow } from './student-rows.rules.ts'
import type { StudentVerdict } from './students.texts.ts'

export interface KnownAccount extends Omit<Person, 'username'> {
  roles: readonly Role[]
  education_department_id: number | null
  class_group: string | null
  /** the student confirmed their own details: another department would end enrollments */
  isOnboarded: boolean
  /** registered by its owner or a stranger, and never activated: the list then says who it belongs to */
  isMerelyRegistered: boolean
  /** names and number come from the school's own system */
  follows_source?: true
}

export interface KnownSchool {
  /** accounts of the list by username */
  accounts: ReadonlyMap<string, KnownAccount>
  /** username of the owner by student number, for numbers of the list and those that differ from one only in leading zeros */
  numbers: ReadonlyMap<string | null, string>
  departments: readonly NamedDepartment[]
}

export const studentValueNames = [
  'first_name',
  'last_name',
  'student_number',
  'education_department_id',
  'class_group',
] as const
export type StudentValues = Pick<KnownAccount, (typeof studentValueNames)[number]>

export interface JudgedStudent extends StudentLine {
  /** null for a new account */
  user_id: number | null
  education_department_id: number | null
  /** new values for an existing account, with its current ones; null for a line that changes none */
  edit: { before: Partial<ListedValues>; after: Partial<ListedValues> } | null
}

/** Fields and the address, which changes only where a teacher confirms it. */
interface ListedValues extends StudentValues {
  username: string
}

interface StudentsJudging extends Judging {
  /** new addresses that the user confirmed, of students who are known by their number */
  addresses?: readonly string[]
  /** whether to include students who have left according to the list */
  departed?: boolean
}

/**
 * Judges each line. An account stays the same unless the line is an update, but gets a student number if it has none; an
 * account that was only registered, never activated, gets the values of the list.
 */
export function* judgingStudents(
  listed: readonly StudentRow[],
  known: KnownSchool,
  { update, addresses = [], departed = false }: StudentsJudging = { update: false },
): Work<JudgedStudent[]> {
  const rows = listed.map((row) => withWhatIsKnown(known.accounts.get(row.username), row))
  const byName = groupBy(known.departments, ({ name }) => foldText(name))
  const byId = new Map(known.departments.map((department) => [department.id, department]))
  const isLeftOut = (row: StudentRow) => !departed && row.departed !== '' && !row.isShifted
  const addressOf = (row: StudentRow) => (isLeftOut(row) ? null : row.username || null)
  const repeats = findRepeats(rows, addressOf)
  const contradictions = findContradictions(rows, addressOf, saysTheSame)
  const numberedOf = (row: StudentRow) => (row.student_number === '' ? null : addressOf(row))
  const repeatedNumbers = findRepeats(rows, numberedOf)
  const otherNumbers = findContradictions(rows, numberedOf, hasNumberOf)
  const sameNumbers = findContradictions(
    rows,
    (row) => (isLeftOut(row) ? null : bareNumber(row.student_number) || null),
    (one, other) => one.username === other.username,
  )
  const letteredNumbers = findContradictions(
    rows,
    (row) => (isLeftOut(row) ? null : figuresOf(row.student_number) || null),
    (one, other) => one.username === other.username || !differInLetter(one.student_number, other.student_number),
  )
  const holders = matchListedNumbers(
    [...known.numbers].map(([student_number, username]) => ({ student_number, username })),
  )
  const confirmed = new Set(addresses)
  return yield* eachOf(rows, (row, index) => {
    const holder = holders(row.student_number)
    const isCounted = !isLeftOut(row)
    const moving = update && isCounted && !known.accounts.has(row.username) ? movingTo(row, holder, known) : undefined
    const account = moving ?? known.accounts.get(row.username)
    const { isShifted: _, isTotal: __, departed: said, cellErrors, ...line } = row
    const department = departmentFor(row.education_department, byName)
    const facts: Facts = {
      account,
      holder,
      department,
      current: byId.get(account?.education_department_id ?? 0) ?? null,
      earlier: repeats[index],
      contradicted: contradictions[index],
      earlierNumber: repeatedNumbers[index],
      otherNumber: otherNumbers[index],
      sameNumber: sameNumbers[index] ?? letteredNumbers[index],
    }
    const {
      findings,
      edit = null,
      offered,
    } = moving
      ? judgeMove(row, moving, facts, confirmed.has(row.username))
      : isCounted
        ? judgeStudent(row, facts, update)
        : { findings: [found<StudentVerdict>('departed', said)] }
    const isTaken = isCounted && said !== '' && !row.isShifted
    const shown = offered ?? edit
    return {
      ...line,
      findings: remarkErrors([...findings, ...(isTaken ? [found('departed-taken', said)] : [])], cellErrors),
      changes: update && shown ? changesOf(shown, byId) : [],
      user_id: account?.id ?? null,
      education_department_id: departmentOrNull(department)?.id ?? null,
      edit,
    }
  })
}

type FoundDepartment = StudentVerdict | NamedDepartment | null
type StudentFinding = Finding<StudentVerdict>

interface Facts {
  account: KnownAccount | undefined
  /** account with the line's student number, ignoring leading zeros */
  holder: ListedMatch<{ student_number: string | null; username: string }>
  department: FoundDepartment
  current: NamedDepartment | null
  earlier: StudentRow | undefined
  /** line of this person with other values */
  contradicted: StudentRow | undefined
  /** first line of this person with a number */
  earlierNumber: StudentRow | undefined
  /** line of this person with another number */
  otherNumber: StudentRow | undefined
  /** line of somebody else with this number */
  sameNumber: StudentRow | undefined
}

interface Judgement {
  findings: StudentFinding[]
  edit?: JudgedStudent['edit']
  /** what confirming the line's address would change */
  offered?: JudgedStudent['edit']
}

type Holder = Facts['holder']

interface MovingAccount extends KnownAccount {
  username: string
}

/** Student whose number a line has at an address that nobody has. In no other way does a list say that an address changed. */
function movingTo(row: StudentRow, holder: Holder, { accounts }: KnownSchool): MovingAccount | undefined {
  if (row.isShifted || row.isTotal || (holder.match !== 'exact' && holder.match !== 'zeros')) return undefined
  const { username } = holder.person
  const account = accounts.get(username)
  const isTheirs = account && isMerelyStudent(account) && !account.isMerelyRegistered && !account.follows_source
  return isTheirs && isPlausibleUsername(row.username) ? { ...account, username } : undefined
}

/** Judges an update of an account at a new address, which is only offered until the user confirms it. */
function judgeMove(row: StudentRow, account: MovingAccount, facts: Facts, isConfirmed: boolean): Judgement {
  const rest = judgeUpdate(row, account, { ...facts, holder: { match: 'none' } })
  const [first, ...others] = rest.findings
  if (first?.verdict !== 'updated' && first?.verdict !== 'known') return rest
  const edit = {
    before: { ...rest.edit?.before, username: account.username },
    after: { ...rest.edit?.after, username: row.username },
  }
  if (!isConfirmed) return { findings: [found('address-offered', account.username), ...others], offered: edit }
  return { findings: [found('address-changed', account.username), ...others], edit }
}

function judgeStudent(row: StudentRow, facts: Facts, update: boolean): Judgement {
  const { account } = facts
  if (row.isShifted) return { findings: [found('shifted')] }
  if (row.isTotal) return { findings: [found('total')] }
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
  contradiction(facts),
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

/** A student may be in two groups: one account, with the group of the first line. */
const repetition = ({ class_group }: StudentRow, earlier: StudentRow): StudentFinding[] => [
  class_group === earlier.class_group
    ? found('repeated', String(earlier.line))
    : found(
        'group-repeated',
        `${earlier.line}, met ${earlier.class_group === '' ? 'geen klas' : `klas ${earlier.class_group}`}`,
      ),
]

const contradiction = ({ contradicted }: Facts): StudentFinding | null =>
  contradicted ? found('contradicted', String(contradicted.line)) : null

function findingsOfNew(row: StudentRow, { account, earlier }: Facts): (StudentFinding | false)[] {
  if (earlier) return repetition(row, earlier)
  const isLost = hasLostLetters(`${row.first_name} ${row.last_name}`)
  if (account) return [found('registered', account.student_number ?? ''), isLost && found('letters-lost')]
  if (isLost) return [found('new-letters-lost')]
  return [found(namesRefusal(row) === null ? 'new' : 'new-without-name')]
}

/** Judges a line for an existing account without update: only a missing number is filled in. */
function judgeKnown(row: StudentRow, { student_number }: KnownAccount, facts: Facts): Judgement {
  if (row.student_number === '' || row.student_number === student_number) return { findings: [found('known')] }
  const spelling = spellingRemark(row, student_number)
  if (spelling) return { findings: [found('known'), spelling] }
  if (student_number !== null) return { findings: [found('number-kept', student_number)] }
  const { earlierNumber, otherNumber } = facts
  if (otherNumber) return { findings: [found('contradicted', String(otherNumber.line))] }
  if (earlierNumber) return { findings: [found('repeated', String(earlierNumber.line))] }
  const fault = numberFault(row, facts)
  if (fault) return { findings: [fault] }
  const edit = { before: { student_number }, after: { student_number: row.student_number } }
  return { findings: [found('number-added', row.student_number)], edit }
}

/** Judges an update. An empty cell keeps a value, and a name with lost letters keeps the account's own name. */
function judgeUpdate(row: StudentRow, account: KnownAccount, facts: Facts): Judgement {
  const { current, department, earlier } = facts
  const spelling = spellingRemark(row, account.student_number)
  const named = departmentOrNull(department)
  const isOther = named !== null && named.id !== current?.id
  const isCurrent = current !== null && foldText(row.education_department) === foldText(current.name)
  const faults = [
    ...nameFaults(row),
    // A row that repeats the account's own department is no fault, also if that is archived by now or shares its name.
    isCurrent ? null : departmentFault(row, facts),
    classGroupFault(row),
    contradiction(facts),
    spelling ? null : numberFault(row, facts),
  ]
  const kept = (['first_name', 'last_name'] as const).filter(
    (field) => hasLostLetters(row[field]) && account[field] !== '' && !hasLostLetters(account[field]),
  )
  const after: Partial<StudentValues> = {}
  for (const field of ['first_name', 'last_name'] as const)
    if (nameRefusal(row[field]) === null && !kept.includes(field) && row[field] !== account[field])
      after[field] = row[field]
  if (row.student_number !== '' && row.student_number !== account.student_number && !spelling)
    after.student_number = row.student_number
  if (isOther && !isCurrent && !account.isOnboarded) after.education_department_id = named.id
  if (row.class_group !== '' && row.class_group !== account.class_group) after.class_group = row.class_group
  const followed = followedFields(account).filter((field) => field in after)
  for (const field of followed) delete after[field]
  const fields = Object.keys(after)
  const edit = fields.length === 0 ? null : { before: valuesOf(account, fields), after }
  const findings = findingsOf<StudentVerdict>(faults, () => {
    if (earlier) return repetition(row, earlier)
    return [
      found(edit ? 'updated' : 'known'),
      spelling,
      ...kept.map((field) => found<StudentVerdict>('name-kept', row[field])),
      hasLostLetters(`${after.first_name ?? ''} ${after.last_name ?? ''}`) && found('letters-lost'),
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

function changesOf(
  { before, after }: NonNullable<JudgedStudent['edit']>,
  departments: ReadonlyMap<number, NamedDepartment>,
): ListedChange[] {
  const nameOf = (id: number | null | undefined) => departments.get(id ?? 0)?.name ?? ''
  const address =
    after.username === undefined ? [] : [{ field: 'username', old: before.username ?? '', new: after.username }]
  const values = studentValueNames.flatMap((field) => {
    if (!(field in after)) return []
    if (field !== 'education_department_id') return [{ field, old: before[field] ?? '', new: after[field] ?? '' }]
    return [{ field: 'education_department', old: nameOf(before[field]), new: nameOf(after[field]) }]
  })
  return [...address, ...values]
}

/** Reason why the student can't have the line's number; null if they can, or if there is none. */
function numberFault({ username, student_number }: StudentRow, { holder, sameNumber }: Facts): StudentFinding | null {
  const refusal = studentNumberRefusal(student_number)
  if (refusal) return found(refusal)
  const having = holder.match === 'none' ? [] : holder.match === 'several' ? holder.people : [holder.person]
  const other = having.find((person) => person.username !== username)
  if (other) return found('number-taken', other.username)
  return sameNumber ? found('number-repeated', String(sameNumber.line)) : null
}

/** Completes a line for an address that is merely registered: what the list lacks, and always the account's own number. */
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

const departmentOrNull = (department: FoundDepartment): NamedDepartment | null =>
  typeof department === 'string' ? null : department

type Numbered = Pick<StudentRow, 'student_number'>

/** Remark on a number that stays: without leading zeros, which spreadsheets remove, or with another letter before it. */
function spellingRemark({ student_number: listed }: Numbered, own: string | null): StudentFinding | null {
  if (own === null) return null
  if (listed.length < own.length && differInZeros(listed, own)) return found('zeros-lost', own)
  return differInLetter(listed, own) ? found('number-lettered', own) : null
}

const hasNumberOf = ({ student_number: one }: Numbered, { student_number: other }: Numbered): boolean =>
  one === other || differInZeros(one, other) || differInLetter(one, other)

const saysTheSame = (one: StudentRow, other: StudentRow): boolean =>
  one.first_name === other.first_name &&
  one.last_name === other.last_name &&
  hasNumberOf(one, other) &&
  foldText(one.education_department) === foldText(other.education_department)
