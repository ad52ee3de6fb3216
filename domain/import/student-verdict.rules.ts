import { isPlausibleUsername } from '#domain/accounts/username.ts'
import { nameRefusal } from '#domain/users/name.rules.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { Role } from '#domain/users/user.schema.ts'
import type { StudentLine, StudentVerdict } from './import.schema.ts'
import { findRepeats } from './import-list.rules.ts'
import type { StudentRow } from './student-list.rules.ts'

export interface NamedDepartment {
  id: number
  name: string
  archived: boolean
}

export interface KnownAccount {
  roles: readonly Role[]
  first_name: string
  last_name: string
  /** by its owner or a stranger, and never activated: the list then says whose it is */
  isMerelyRegistered: boolean
}

/** What the school knows already. */
export interface KnownSchool {
  /** by username, of those in the list that have an account */
  accounts: ReadonlyMap<string, KnownAccount>
  departments: readonly NamedDepartment[]
}

/** A line with what was found for it. */
export interface JudgedStudent extends StudentLine {
  education_department_id: number | null
}

/**
 * Says of every line what would become of it. Who has an account keeps it as it is, whatever the list says of them; one
 * that was registered and never activated becomes as the list has it.
 */
export function judgeStudents(rows: readonly StudentRow[], known: KnownSchool): JudgedStudent[] {
  const byName = Map.groupBy(known.departments, ({ name }) => foldText(name))
  const repeats = findRepeats(rows, ({ username }) => (username === '' ? null : username))
  return rows.map((listed, index) => {
    const row = withNamesOf(known.accounts.get(listed.username), listed)
    const { isShifted: _, ...told } = row
    const department = departmentFor(row.education_department, byName)
    const [verdict, about = ''] = verdictOn(row, { known, department, earlier: repeats[index] })
    const first = firstOf(department)
    return { ...told, verdict, about, education_department_id: first?.id ?? null }
  })
}

/**
 * '?ukasz', 'Zo\uFFFD' and 'ZoÃ«': what is left of a letter that was saved in an encoding which lacks it, or read in another
 * than it was saved in.
 */
const LOST_LETTERS = /[?\uFFFD]|[Â-Å][\u0080-\u00BF\u2018-\u203A\u20AC\u2122]/

type FoundDepartment = StudentVerdict | NamedDepartment | null
type Found = { known: KnownSchool; department: FoundDepartment; earlier: StudentRow | undefined }

function verdictOn(row: StudentRow, { known, department, earlier }: Found): [StudentVerdict, about?: string] {
  if (row.isShifted) return ['shifted']
  if (row.username === '') return ['address-missing']
  if (!isPlausibleUsername(row.username)) return ['address-invalid']
  const account = known.accounts.get(row.username)
  if (account?.roles.includes('ROLE_ADMIN')) return ['is-administrator']
  if (account?.roles.length === 0) return ['without-role']
  if (account && !account.isMerelyRegistered) return ['known']
  const names = [row.first_name, row.last_name].map(nameRefusal)
  for (const refusal of names) if (refusal === 'name-too-long' || refusal === 'name-unreadable') return [refusal]
  if (typeof department === 'string') return [department, row.education_department]
  if (earlier) return [saysTheSame(row, earlier) ? 'repeated' : 'contradicted', String(earlier.line)]
  if (LOST_LETTERS.test(`${row.first_name} ${row.last_name}`)) return ['new-letters-lost']
  if (account) return ['registered']
  return [names.some((refusal) => refusal !== null) ? 'new-without-name' : 'new']
}

/** A list of addresses alone takes no names away that a teacher filled in. */
function withNamesOf(account: KnownAccount | undefined, row: StudentRow): StudentRow {
  if (!account?.isMerelyRegistered || row.first_name !== '' || row.last_name !== '') return row
  return { ...row, first_name: account.first_name, last_name: account.last_name }
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
  foldText(one.education_department) === foldText(other.education_department)
