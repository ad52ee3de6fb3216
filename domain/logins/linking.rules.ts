import { isPlausibleUsername, normaliseUsername } from '#domain/accounts/account.rules.ts'
import { followedFields } from '#domain/users/followed.rules.ts'
import { isStudent, type Role, reaches } from '#domain/users/roles.ts'
import { differInZeros, studentNumberRefusal, tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import type { OnboardingStep, Person } from '#domain/users/user.schema.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import type { LoginNoticeKind } from './login.schema.ts'
import type { SchoolLoginFailure } from './login.texts.ts'

export interface SchoolClaims {
  issuer: string
  subject: string
  email?: string | undefined
  /** undefined if the provider does not say */
  emailVerified: boolean | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  studentNumber?: string | undefined
  /** whether the configured claim marks an administrator; counts only for an account that is created */
  isAdministrator: boolean
}

/** Purpose of a visit to the provider; `userId` is the person who is logged in here already. */
export type WantedLogin =
  | { purpose: 'login' }
  | { purpose: 'link'; userId: number }
  | { purpose: 'prove'; userId: number }

export interface LinkableAccount extends Person {
  roles: readonly Role[]
  activated: boolean
  /** not activated, and no activation is pending: an administrator switched it off */
  isOff: boolean
  /** made by the school; nobody has logged in to it or chosen a password yet */
  isUntouched: boolean
  isLinked: boolean
  /** ISO instant */
  identity_link_until: string | null
  /** whether names and number come from the school's own system */
  follows_source?: true
}

/** Accounts that match the person, read under locks. Several may be the same one; undefined where none matches. */
export interface KnownHere {
  isBarred: boolean
  linked: LinkableAccount | undefined
  byAddress: LinkableAccount | undefined
  byNumber: LinkableAccount | undefined
  asking: LinkableAccount | undefined
}

interface Settings {
  /** lower case */
  trustedDomains: readonly string[]
  now: number
}

export interface AccountChanges {
  username?: string
  first_name?: string
  last_name?: string
  student_number?: string
}

export interface MetByLogin {
  kind: LoginNoticeKind
  /** id of the account that has the number or the address */
  other_user_id: number | null
}

export interface AccountToMake extends Omit<Person, 'id'> {
  role: Role
  onboarding_step: OnboardingStep
}

export type SchoolLoginDecision =
  | { does: 'refuse'; failure: SchoolLoginFailure }
  /** `links`: the login belongs to the account from now on; `activates`: and all earlier ways to log in are ended */
  | {
      does: 'admit'
      userId: number
      links: boolean
      activates: boolean
      changes: AccountChanges
      notices: readonly MetByLogin[]
    }
  | { does: 'make'; account: AccountToMake; notices: readonly MetByLogin[] }

/** Address in the claims, normalised as in an account; undefined if mail could not be sent to it. */
export function addressIn({ email }: Pick<SchoolClaims, 'email'>): string | undefined {
  const address = normaliseUsername(email ?? '')
  return isPlausibleUsername(address) ? address : undefined
}

/** Student number in the claims, tidied as in an account; undefined if missing or not allowed in an account. */
export function numberIn({ studentNumber }: Pick<SchoolClaims, 'studentNumber'>): string | undefined {
  const number = tidyStudentNumber(studentNumber ?? '')
  return number !== '' && studentNumberRefusal(number) === null ? number : undefined
}

/** Whether a text can be a subject (OpenID Connect Core 1.0, section 2): at most 255 characters, none invisible. */
const isSubject = (subject: string): boolean => /^[^\p{C}]{1,255}$/u.test(subject)

/**
 * Whether the address belongs to the person: the provider says so, or says nothing and the school trusts exactly this
 * domain (mail of a subdomain may be someone else's). An address that the provider calls unverified never counts.
 */
const isVouchedFor = (address: string, { emailVerified }: SchoolClaims, { trustedDomains }: Settings): boolean =>
  emailVerified ?? trustedDomains.includes(address.slice(address.lastIndexOf('@') + 1))

/** Decides which account a person from the school's provider gets, and how that account changes. */
export function decideSchoolLogin(
  claims: SchoolClaims,
  wish: WantedLogin,
  known: KnownHere,
  settings: Settings,
): SchoolLoginDecision {
  const { linked, asking, isBarred } = known
  if (!isSubject(claims.subject)) return refused('refused')
  if (wish.purpose === 'prove') {
    if (!linked || linked.id !== wish.userId) return refused('other-person')
    return linked.activated ? { ...admitted(linked), links: false } : refused('account-off')
  }
  if (isBarred) return refused('barred')
  if (wish.purpose === 'link') {
    if (!asking?.activated) return refused('account-off')
    if (linked && linked.id !== asking.id) return refused('other-account')
    if (!linked && asking.isLinked) return refused('other-identity')
    return admit(asking, claims, known, settings)
  }
  // Once issuer and subject are linked, they alone identify the person: an address can pass to someone else.
  if (linked) return linked.isOff ? refused('account-off') : admit(linked, claims, known, settings)
  return decideFirstLogin(claims, known, settings)
}

function decideFirstLogin(claims: SchoolClaims, known: KnownHere, settings: Settings): SchoolLoginDecision {
  const { byAddress, byNumber } = known
  const address = addressIn(claims)
  if (address === undefined) return refused('address-missing')
  if (!isVouchedFor(address, claims, settings)) return refused('address-unverified')
  if (byAddress) {
    if (byAddress.isLinked) return refused('other-identity')
    if (byAddress.isOff) return refused('account-off')
    if (reaches(byAddress, 'administration') && !mayLinkByAddress(byAddress, settings.now))
      return refused('administrator-unlinked')
    return admit(byAddress, claims, known, settings)
  }
  // An account that was switched off stays so, even if the person comes with another address.
  if (byNumber?.isOff) return refused('account-off')
  if (byNumber?.isUntouched && isStudent(byNumber)) return admit(byNumber, claims, known, settings)
  return make(address, claims, known)
}

const refused = (failure: SchoolLoginFailure): SchoolLoginDecision => ({ does: 'refuse', failure })

const admitted = ({ id, activated }: LinkableAccount) =>
  ({ does: 'admit', userId: id, links: true, activates: !activated, changes: {}, notices: [] }) as const

/** Whether the operator of the server has recently allowed this account to be linked by its address. */
const mayLinkByAddress = ({ identity_link_until: until }: LinkableAccount, now: number): boolean =>
  until !== null && Date.parse(until) > now

function admit(
  account: LinkableAccount,
  claims: SchoolClaims,
  known: KnownHere,
  settings: Settings,
): SchoolLoginDecision {
  const address = adoptAddress(account, claims, known, settings)
  const number = adoptNumber(account, claims, known)
  return {
    ...admitted(account),
    links: known.linked?.id !== account.id,
    changes: { ...address.changes, ...missingNames(account, claims), ...number.changes },
    notices: [...address.notices, ...number.notices],
  }
}

interface Adopted {
  changes: AccountChanges
  notices: readonly MetByLogin[]
}

const NOTHING: Adopted = { changes: {}, notices: [] }

function adoptAddress(
  account: LinkableAccount,
  claims: SchoolClaims,
  { byAddress }: KnownHere,
  settings: Settings,
): Adopted {
  const address = addressIn(claims)
  if (address === undefined || address === account.username || !isVouchedFor(address, claims, settings)) return NOTHING
  if (byAddress) return { changes: {}, notices: [{ kind: 'address-taken', other_user_id: byAddress.id }] }
  return { changes: { username: address }, notices: [] }
}

/** A provider that requires two names repeats the only name of a person who has one: that is no second name. */
function missingNames(account: LinkableAccount, claims: SchoolClaims): AccountChanges {
  if (followedFields(account).includes('first_name')) return {}
  const { first_name, last_name } = namesIn(claims)
  return {
    ...(account.first_name === '' && first_name !== '' && first_name !== account.last_name && { first_name }),
    ...(account.last_name === '' && last_name !== '' && last_name !== account.first_name && { last_name }),
  }
}

/** A provider may drop leading zeros; the number is still the same. */
function adoptNumber(account: LinkableAccount, claims: SchoolClaims, { byNumber }: KnownHere): Adopted {
  const number = numberIn(claims)
  const { student_number: own } = account
  if (number === undefined || !isStudent(account)) return NOTHING
  if (number === own || differInZeros(number, own ?? '')) return NOTHING
  const holder = byNumber?.id ?? null
  if (own !== null) return { changes: {}, notices: [{ kind: 'number-differs', other_user_id: holder }] }
  if (holder !== null) return { changes: {}, notices: [{ kind: 'number-taken', other_user_id: holder }] }
  return { changes: { student_number: number }, notices: [] }
}

/**
 * Creates an account, also outside the domains that may register: those keep out people from outside the school, and the
 * school's own provider has already admitted this person.
 */
function make(username: string, claims: SchoolClaims, { byNumber }: KnownHere): SchoolLoginDecision {
  const role = claims.isAdministrator ? 'ROLE_ADMIN' : 'ROLE_STUDENT'
  const names = namesIn(claims)
  const number = role === 'ROLE_STUDENT' ? numberIn(claims) : undefined
  const isTaken = number !== undefined && byNumber !== undefined
  return {
    does: 'make',
    account: {
      username,
      ...names,
      student_number: isTaken ? null : (number ?? null),
      role,
      // Known names need not be asked for, and are shown once more on confirmation, like those of an import. A provider
      // that gives one name may have withheld the other: it is asked for, and may stay empty.
      onboarding_step: names.first_name === '' || names.last_name === '' ? 1 : 2,
    },
    notices: isTaken ? [{ kind: 'number-taken', other_user_id: byNumber.id }] : [],
  }
}

/** Names in the claims; a name that is not allowed in an account becomes ''. */
const namesIn = ({ firstName = '', lastName = '' }: SchoolClaims) => ({
  first_name: nameRefusal(firstName) === null ? tidyName(firstName) : '',
  last_name: nameRefusal(lastName) === null ? tidyName(lastName) : '',
})
