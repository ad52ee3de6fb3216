import { isPlausibleUsername, normaliseUsername } from '#domain/accounts/account.rules.ts'
import { isMerelyStudent } from '#domain/users/followed.rules.ts'
import { surnameRoot } from '#domain/users/names.ts'
import type { Role } from '#domain/users/roles.ts'
import { type NumberMatch, studentNumberRefusal } from '#domain/users/student-number.rules.ts'
import type { Person } from '#domain/users/user.schema.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import type { ProposalKind, SourcePhase, SourceRemark } from './source.schema.ts'

/** Person as the school's source knows them, tidied; missing values are empty. */
export interface SourcePerson {
  /** id of the person in the source */
  source_key: string
  student_number: string
  first_name: string
  last_name: string
  username: string
  /** names of departments whose programmes the person takes */
  departments: readonly string[]
  /** whether the person is enrolled at the school */
  is_active: boolean
}

/** Account as far as it follows the source. */
export interface FollowingAccount extends Person {
  roles: readonly Role[]
  education_department: string | null
  /** activated or logged in at least once, so that somebody reads mail at its address */
  is_used: boolean
}

export type FollowedValues = Pick<
  FollowingAccount,
  'username' | 'first_name' | 'last_name' | 'student_number' | 'education_department'
>

const waiting: readonly SourceRemark[] = ['address-match', 'address-changed', 'department-ends']

export const waitsForTeacher = (remark: SourceRemark): boolean => waiting.includes(remark)

export interface SourceFacts {
  /** account that follows this person since an earlier run */
  linked: FollowingAccount | undefined
  holder: NumberMatch<FollowingAccount>
  atAddress: FollowingAccount | undefined
  /** whether another person in the source has this number */
  isRepeated: boolean
  /** users who would lose an enrollment or a wait by the wished department */
  losing: ReadonlySet<number>
  /** whether a teacher rejected what the source says of this person's address */
  isRejected: boolean
  /** whether the source has this person's number under another id: it was given new ones */
  hasAnotherId: boolean
}

export interface Proposal {
  kind: ProposalKind
  user_id: number
  /** replaced and new values of the account */
  before: Partial<FollowedValues>
  after: Partial<FollowedValues>
}

/**
 * Effect of a run on one person:
 * - `added`: an account is made
 * - `changed`: values of an account change
 * - `linked`: an account follows this person from now on, and is the same already
 * - `same`: nothing is to be done
 * - `gone`: an account follows somebody who is no longer enrolled there; it stays as it is
 * - `skipped`: no account follows this person
 */
export interface FollowedPerson {
  outcome: 'added' | 'changed' | 'linked' | 'same' | 'gone' | 'skipped'
  /** account that follows the person; null for a new or skipped one */
  user_id: number | null
  /** replaced and new values of an existing account */
  before: Partial<FollowedValues>
  after: Partial<FollowedValues>
  remarks: readonly SourceRemark[]
  /** null if there is nothing to confirm or reject */
  proposal: Proposal | null
}

/** Last name as it is kept here, with its prefix before it; some sources write it in the surname too. */
export function lastNameOf(prefix: string, surname: string): string {
  const name = tidyName(surname)
  return surnameRoot(name) === name ? tidyName(`${prefix} ${name}`) : name
}

export const addressOf = (email: string): string => normaliseUsername(email)

const skipped = (...remarks: SourceRemark[]): FollowedPerson => ({
  outcome: 'skipped',
  user_id: null,
  before: {},
  after: {},
  remarks,
  proposal: null,
})

/** Judges one person of the source. Nobody is ever deleted, deactivated or unenrolled by it. */
export function followPerson(person: SourcePerson, facts: SourceFacts): FollowedPerson {
  const { linked, holder } = facts
  if (!person.is_active)
    return linked && !facts.hasAnotherId ? { ...skipped(), outcome: 'gone', user_id: linked.id } : skipped()
  if (linked) return isMerelyStudent(linked) ? followAs(linked, person, facts) : skipped('no-student')
  const fault = numberFault(person, facts)
  // A person without a programme of ours is somebody else's student, and no line of the list.
  if (fault) return person.departments.length > 0 ? skipped(fault) : skipped()
  if (holder.match === 'several') return skipped('number-ambiguous')
  if (holder.match === 'none') return followNew(person, facts)
  return isMerelyStudent(holder.person) ? followAs(holder.person, person, facts) : skipped('no-student')
}

function numberFault({ student_number }: SourcePerson, { isRepeated }: SourceFacts): SourceRemark | null {
  if (student_number === '') return 'number-missing'
  if (studentNumberRefusal(student_number) !== null) return 'number-unreadable'
  return isRepeated ? 'number-repeated' : null
}

function followNew(person: SourcePerson, facts: SourceFacts): FollowedPerson {
  const { atAddress } = facts
  const { username, departments } = person
  if (departments.length === 0) return skipped()
  if (username === '') return skipped('address-missing')
  if (!isPlausibleUsername(username)) return skipped('address-invalid')
  if (atAddress) {
    if (!isMerelyStudent(atAddress)) return skipped('no-student')
    return atAddress.student_number === null ? matchByAddress(atAddress, person, facts) : skipped('number-differs')
  }
  if (hasUnreadableName(person)) return skipped('name-unreadable')
  return {
    ...skipped(...(departments.length > 1 ? (['departments-several'] as const) : [])),
    outcome: 'added',
    after: {
      username,
      first_name: person.first_name,
      last_name: person.last_name,
      student_number: person.student_number,
      education_department: wishedDepartment(person, null),
    },
  }
}

/** An address alone proves nothing: a teacher says whether the account is this person's. */
function matchByAddress(account: FollowingAccount, person: SourcePerson, { isRejected }: SourceFacts): FollowedPerson {
  const { student_number } = person
  const after = { student_number, ...changedNames(account, person, []) }
  return {
    ...skipped(isRejected ? 'rejected' : 'address-match'),
    proposal: { kind: 'address-match', user_id: account.id, before: valuesIn(account, after), after },
  }
}

const isUnreadable = (name: string): boolean => {
  const refusal = nameRefusal(name)
  return refusal !== null && refusal !== 'name-missing'
}

const hasUnreadableName = ({ first_name, last_name }: SourcePerson): boolean =>
  isUnreadable(first_name) || isUnreadable(last_name)

/** Department that they would get; null keeps the present one: it is one of theirs, or the source names none or several. */
export function wishedDepartment({ departments }: Pick<SourcePerson, 'departments'>, current: string | null) {
  const [only, ...others] = departments
  if (only === undefined || others.length > 0 || only === current) return null
  return only
}

function followAs(account: FollowingAccount, person: SourcePerson, facts: SourceFacts): FollowedPerson {
  const remarks: SourceRemark[] = []
  const after: Partial<FollowedValues> = {
    ...changedNames(account, person, remarks),
    ...changedNumber(account, person, facts, remarks),
    ...changedAddress(account, person, facts, remarks),
    ...changedDepartment(account, person, facts, remarks),
  }
  const { username } = person
  const proposal = remarks.some((remark) => remark === 'address-changed' || remark === 'rejected')
    ? ({
        kind: 'address-changed',
        user_id: account.id,
        before: valuesIn(account, { username }),
        after: { username },
      } as const)
    : null
  const isLinked = facts.linked?.id === account.id
  const outcome = Object.keys(after).length > 0 ? 'changed' : isLinked ? 'same' : 'linked'
  return { outcome, user_id: account.id, before: valuesIn(account, after), after, remarks, proposal }
}

const valuesIn = (account: FollowedValues, after: Partial<FollowedValues>): Partial<FollowedValues> =>
  Object.fromEntries(Object.entries(account).filter(([field]) => Object.hasOwn(after, field)))

/** Names follow the source, but never become empty or unreadable. */
function changedNames(
  account: FollowingAccount,
  person: SourcePerson,
  remarks: SourceRemark[],
): Partial<FollowedValues> {
  if (hasUnreadableName(person)) {
    remarks.push('name-unreadable')
    return {}
  }
  const changed: Partial<FollowedValues> = {}
  for (const field of ['first_name', 'last_name'] as const)
    if (nameRefusal(person[field]) === null && person[field] !== account[field]) changed[field] = person[field]
  return changed
}

function changedNumber(
  account: FollowingAccount,
  person: SourcePerson,
  facts: SourceFacts,
  remarks: SourceRemark[],
): Partial<FollowedValues> {
  const { student_number } = person
  if (student_number === account.student_number) return {}
  const { holder } = facts
  const holders = holder.match === 'none' ? [] : holder.match === 'several' ? holder.people : [holder.person]
  const isTaken = holders.some(({ id }) => id !== account.id)
  const fault = numberFault(person, facts) ?? (isTaken ? 'number-taken' : null)
  if (fault === null) return { student_number }
  remarks.push(fault)
  return {}
}

/** The reader of the old address keeps the account until a teacher confirms the new one. */
function changedAddress(
  account: FollowingAccount,
  { username }: SourcePerson,
  { atAddress, isRejected }: SourceFacts,
  remarks: SourceRemark[],
): Partial<FollowedValues> {
  if (username === '' || username === account.username) return {}
  const remark = !isPlausibleUsername(username)
    ? 'address-invalid'
    : atAddress
      ? 'address-taken'
      : account.is_used
        ? isRejected
          ? 'rejected'
          : 'address-changed'
        : null
  if (remark === null) return { username }
  remarks.push(remark)
  return {}
}

function changedDepartment(
  account: FollowingAccount,
  person: SourcePerson,
  { losing }: SourceFacts,
  remarks: SourceRemark[],
): Partial<FollowedValues> {
  const current = account.education_department
  const wished = wishedDepartment(person, current)
  if (wished === null) {
    const isElsewhere = person.departments.length > 1 && !person.departments.includes(current ?? '')
    if (isElsewhere) remarks.push('departments-several')
    return {}
  }
  if (!losing.has(account.id)) return { education_department: wished }
  remarks.push('department-ends')
  return {}
}

/** Share and number of accounts above which a teacher decides whether a run goes on. */
const BRAKE = { share: 0.1, people: 20 }

export interface RunCounts {
  followed: number
  added: number
  changed: number
  gone: number
}

/** Whether so much is new, changed or gone that the source is more likely wrong than the school. */
export const isBraked = ({ followed, added, changed, gone }: RunCounts): boolean =>
  added + changed + gone > Math.max(BRAKE.people, followed * BRAKE.share)

const DAY_MS = 24 * 3_600_000

/** ms for which the result of a first run waits for a teacher */
const FIRST_WAITS_MS = 7 * DAY_MS

/** ms after a night's run in which the next is carried out: the longest day has 25 hours. */
const NIGHT_MS = DAY_MS + 90 * 60_000

/** Digests of the settings of a run: `origin` of the address and academic session, `basis` of all that decide what is read. */
export interface Grounds {
  /** begins with the digest of the address alone */
  origin: string
  basis: string
}

interface Standing {
  phase: SourcePhase
  started_at: string | null
  run_basis: string | null
  followed_origin: string | null
  succeeded_at: string | null
}

/** Whether nobody agreed yet to follow this address and session. An empty `followed_origin` matches any settings. */
export const isFirstRun = ({ followed_origin }: Pick<Standing, 'followed_origin'>, { origin }: Grounds): boolean =>
  followed_origin !== '' && followed_origin !== origin

/** Whether a run of this address was carried out, of whichever academic session: only then results go there. */
export const isKnownAddress = (followed: Pick<Standing, 'followed_origin'> | undefined, address: string): boolean =>
  followed?.followed_origin === '' || (followed?.followed_origin?.startsWith(address) ?? false)

/** Phase of a run now. A run that waits for a teacher is void once its settings changed, and a first run after a week too. */
export function phaseNow(state: Standing, grounds: Grounds, now: number): SourcePhase {
  const { phase, started_at, run_basis } = state
  if (phase !== 'previewed' && phase !== 'braked') return phase
  const isOld = isFirstRun(state, grounds) && now - Date.parse(started_at ?? '') > FIRST_WAITS_MS
  return isOld || run_basis !== grounds.basis ? 'void' : phase
}

/** Whether accounts follow a source of which no run was carried out in time. */
export const isStale = ({ succeeded_at }: Pick<Standing, 'succeeded_at'>, now: number): boolean =>
  succeeded_at !== null && now - Date.parse(succeeded_at) > NIGHT_MS
