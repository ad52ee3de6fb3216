import { isPlausibleUsername, normaliseUsername } from '#domain/accounts/account.rules.ts'
import { isStudent, type Role, reaches } from '#domain/users/roles.ts'
import { differInZeros, studentNumberRefusal, tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import type { LoginNoticeKind } from './login.schema.ts'
import type { SchoolLoginFailure } from './login.texts.ts'

/** Claims of the provider about a person, each as received. */
export interface SchoolClaims {
  issuer: string
  subject: string
  email?: string | undefined
  /** undefined where the provider does not say */
  emailVerified: boolean | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  studentNumber?: string | undefined
  /** whether the claim that a setting names says so; decides only about an account that is created */
  isAdministrator: boolean
}

/** Purpose of a visit to the provider; `userId` is the person who is logged in here already. */
export type WantedLogin =
  | { purpose: 'login' }
  | { purpose: 'link'; userId: number }
  | { purpose: 'prove'; userId: number }

export interface LinkableAccount {
  id: number
  username: string
  first_name: string
  last_name: string
  student_number: string | null
  roles: readonly Role[]
  activated: boolean
  /** not activated, and nothing waits that would do it: an administrator switched it off */
  isOff: boolean
  /** made by the school, and nobody has been in it yet or chose a password */
  isUntouched: boolean
  /** has a login of this issuer */
  isLinked: boolean
  /** ISO instant */
  identity_link_until: string | null
}

/** All that is known here of who comes, under locks: each the same account as another, or none. */
export interface KnownHere {
  isBarred: boolean
  /** whose login this is */
  linked: LinkableAccount | undefined
  /** whose address it gives */
  byAddress: LinkableAccount | undefined
  /** who has the student number that it gives */
  byNumber: LinkableAccount | undefined
  /** who is logged in here and asks */
  asking: LinkableAccount | undefined
}

interface Settings {
  /** lower case */
  trustedDomains: readonly string[]
  /** ms since the epoch */
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
  /** who has the number or the address */
  other_user_id: number | null
}

/** Account to create for a person who had none. */
export interface AccountToMake {
  username: string
  first_name: string
  last_name: string
  student_number: string | null
  role: Role
  onboarding_step: OnboardingStep
}

export type SchoolLoginDecision =
  | { does: 'refuse'; failure: SchoolLoginFailure }
  /** `links`: it is theirs from now on; `activates`: with all ways in that were there before ended */
  | {
      does: 'admit'
      userId: number
      links: boolean
      activates: boolean
      changes: AccountChanges
      notices: readonly MetByLogin[]
    }
  | { does: 'make'; account: AccountToMake; notices: readonly MetByLogin[] }

/** The address as an account has it; undefined where there is none that mail could be sent to. */
export function addressIn({ email }: Pick<SchoolClaims, 'email'>): string | undefined {
  const address = normaliseUsername(email ?? '')
  return isPlausibleUsername(address) ? address : undefined
}

/** The number as an account has it; undefined for none, and for what no account may have. */
export function numberIn({ studentNumber }: Pick<SchoolClaims, 'studentNumber'>): string | undefined {
  const number = tidyStudentNumber(studentNumber ?? '')
  return number !== '' && studentNumberRefusal(number) === null ? number : undefined
}

/** Whether a text can be a subject (OpenID Connect Core 1.0, section 2): at most 255 characters, none invisible. */
const isSubject = (subject: string): boolean => /^[^\p{C}]{1,255}$/u.test(subject)

/**
 * An address is theirs if the provider says so, or says nothing and the school vouches for the domain: exactly that one,
 * since mail of a subdomain may be another's. What the provider calls unverified is nobody's, whatever its domain.
 */
const isVouchedFor = (address: string, { emailVerified }: SchoolClaims, { trustedDomains }: Settings): boolean =>
  emailVerified ?? trustedDomains.includes(address.slice(address.lastIndexOf('@') + 1))

/** Who somebody who comes from the school's provider is here, and what becomes of their account by it. */
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
  // Issuer and subject alone say who it is, once they are somebody's: an address can become another's.
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
  // Switched off under another address is switched off.
  if (byNumber?.isOff) return refused('account-off')
  if (byNumber?.isUntouched && isStudent(byNumber)) return admit(byNumber, claims, known, settings)
  return make(address, claims, known)
}

const refused = (failure: SchoolLoginFailure): SchoolLoginDecision => ({ does: 'refuse', failure })

const admitted = ({ id, activated }: LinkableAccount) =>
  ({ does: 'admit', userId: id, links: true, activates: !activated, changes: {}, notices: [] }) as const

/** Who runs the server has just said whose the account is. */
const mayLinkByAddress = ({ identity_link_until: until }: LinkableAccount, now: number): boolean =>
  until !== null && Date.parse(until) > now

function admit(
  account: LinkableAccount,
  claims: SchoolClaims,
  known: KnownHere,
  settings: Settings,
): SchoolLoginDecision {
  const changes: AccountChanges = {}
  const notices: MetByLogin[] = []

  const address = addressIn(claims)
  if (address !== undefined && address !== account.username && isVouchedFor(address, claims, settings)) {
    if (known.byAddress) notices.push({ kind: 'address-taken', other_user_id: known.byAddress.id })
    else changes.username = address
  }
  const names = namesIn(claims)
  // A provider that wants two names says the one that somebody has twice.
  if (account.first_name === '' && names.first_name !== '' && names.first_name !== account.last_name)
    changes.first_name = names.first_name
  if (account.last_name === '' && names.last_name !== '' && names.last_name !== account.first_name)
    changes.last_name = names.last_name

  const number = numberIn(claims)
  // A provider that drops zeros in front means the same number.
  const isOwn = number === account.student_number || differInZeros(number ?? '', account.student_number ?? '')
  if (number !== undefined && !isOwn && isStudent(account)) {
    const holder = known.byNumber?.id ?? null
    if (account.student_number !== null) notices.push({ kind: 'number-differs', other_user_id: holder })
    else if (holder !== null) notices.push({ kind: 'number-taken', other_user_id: holder })
    else changes.student_number = number
  }
  return { ...admitted(account), links: known.linked?.id !== account.id, changes, notices }
}

/**
 * Not bound to the domains that may register: those keep out people from outside the school, and its own provider lets
 * in the school says that they are.
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

/** A name that no account may have is none. */
const namesIn = ({ firstName = '', lastName = '' }: SchoolClaims) => ({
  first_name: nameRefusal(firstName) === null ? tidyName(firstName) : '',
  last_name: nameRefusal(lastName) === null ? tidyName(lastName) : '',
})
