import { noteMessageLapse, settleMessageLetter, writeMessageLetter } from '#api-server/acts/messages/message-letter.ts'
import { writeEnrollmentLetter } from '#api-server/enrollments/enrollment-letter.ts'
import { writeWaitingLetter } from '#api-server/enrollments/waiting/outcomes.ts'
import { findAddressee } from '#api-server/facts/account.queries.ts'
import { type LinkPurpose, linkKeyOf } from '#api-server/facts/link-key.ts'
import {
  writeAddressChangedLetter,
  writeLoginChangedLetter,
  writeSecondFactorLetter,
} from '#api-server/logins/login-letters.ts'
import { type LetterWriter, settleLetter } from '#api-server/platform/mail/delivery.ts'
import type { AddressedLetter, Letter, LetterKind } from '#api-server/platform/mail/letter.ts'
import { writeResultLetter } from '#api-server/results/result-letter.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ClaimedTask } from '#database/outbox/outbox-tasks.ts'
import type { Kysely } from '#database/tables.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { PasswordLogin } from '#domain/logins/login.schema.ts'
import { passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import { greetedName, type Named } from '#domain/users/names.ts'
import { rolesOf } from '#domain/users/roles.ts'
import type { KeyRing } from '#server/keys.ts'
import { type AccountLetter, letters, schoolInvitation } from './letters.texts.ts'

/** Hundreds of these come in the minutes after an opening; letters that somebody waits for at a screen go first. */
const CONFIRMING: readonly LetterKind[] = ['waiting-letter', 'enrollment-letter']

/** Thousands of these come after an import or a message to a whole year of students, so all other letters go first. */
const PATIENT: readonly LetterKind[] = ['invitation-letter', 'message-letter', 'result-letter']

/** Letters that somebody waits for. */
const URGENT: LetterKind[] = [
  'second-factor-letter',
  'login-changed-letter',
  'address-changed-letter',
  ...Object.keys(letters)
    .filter(isAccountLetter)
    .filter((kind) => !PATIENT.includes(kind)),
]

function isAccountLetter(kind: string): kind is AccountLetter {
  return Object.hasOwn(letters, kind)
}

interface LetterDeps {
  database: Database
  /** key ring of `Keys` */
  links: KeyRing
  publicUrl: string
  /** users who may log in by a password */
  passwords: PasswordLogin
}

export const createLetterWriter = (deps: LetterDeps): LetterWriter => ({
  byUrgency: [URGENT, ...[...CONFIRMING, ...PATIENT].map((kind) => [kind])],
  paced: PATIENT,
  write: (task, now) => writeLetter(deps, task, now),
  noteLapse: async (task) => {
    if (task.kind === 'message-letter') await noteMessageLapse(deps.database, task.payload)
  },
  settle: (task, failure, now) =>
    task.kind === 'message-letter'
      ? settleMessageLetter(deps.database, task, failure, now)
      : settleLetter(deps.database, task, failure, now),
  forgetOld: (now) => forgetOldLetters(deps.database, now),
})

/**
 * Writes a letter at the time of sending, which may be long after the request: with the link that works now, or undefined if
 * there is none (used, expired, or the account does not exist).
 */
async function writeLetter(
  deps: LetterDeps,
  task: ClaimedTask<LetterKind>,
  now: number,
): Promise<AddressedLetter | undefined> {
  switch (task.kind) {
    case 'activation-letter':
    case 'not-activated-letter':
      return writeActivation(deps, task, now)
    case 'account-exists-letter':
    case 'password-reset-letter':
    case 'invitation-letter':
      return writeReset(deps, task, now)
    case 'enrollment-letter':
      return writeEnrollmentLetter(deps, task.payload, now)
    case 'waiting-letter':
      return writeWaitingLetter(deps, task.payload, now)
    case 'message-letter':
      return writeMessageLetter(deps, task.payload)
    case 'result-letter':
      return writeResultLetter(deps, task.payload)
    case 'login-changed-letter':
      return writeLoginChangedLetter(loginLetters(deps), task.payload)
    case 'address-changed-letter':
      return writeAddressChangedLetter(deps, task.payload)
    case 'second-factor-letter':
      return writeSecondFactorLetter(loginLetters(deps), task.payload, now)
    default:
      return writeNotice(deps, task)
  }
}

const loginLetters = (deps: LetterDeps) => ({
  ...deps,
  linkTo: (path: string, purpose: LinkPurpose, nonce: string) => linkTo(deps, path, purpose, nonce),
})

type ActivationLetter = 'activation-letter' | 'not-activated-letter'

async function writeActivation(deps: LetterDeps, { kind, payload }: ClaimedTask<ActivationLetter>, now: number) {
  const registration = await findRegistration(deps.database.kysely, payload.registration_id)
  if (!registration || isOver(registration.expires_at, now)) return undefined
  const { username, device, created_at, nonce } = registration
  const href = linkTo(deps, 'activate', 'activation', nonce)
  const asked = instantLabel(created_at, 'any-time')
  return addressed(registration, letters[kind]({ username, href, device, asked, resetPage: resetPage(deps) }))
}

type ResetLetter = 'account-exists-letter' | 'password-reset-letter' | 'invitation-letter'

async function writeReset(deps: LetterDeps, { kind, payload }: ClaimedTask<ResetLetter>, now: number) {
  const reset = await findResetLetter(deps.database.kysely, payload.password_reset_id)
  if (!reset || reset.used_at !== null || isOver(reset.expires_at, now)) return undefined
  if (kind === 'invitation-letter' && !passwordLetsIn(deps.passwords, { roles: rolesOf(reset) }))
    return addressed(reset, schoolInvitation({ username: reset.username, href: deps.publicUrl }))
  const href = linkTo(deps, 'password-change', 'password-reset', reset.nonce)
  return addressed(reset, letters[kind]({ username: reset.username, href, resetPage: resetPage(deps) }))
}

async function writeNotice(
  deps: LetterDeps,
  { kind, payload }: ClaimedTask<Exclude<AccountLetter, ActivationLetter | ResetLetter>>,
) {
  const user = payload.user_id === null ? undefined : await findAddressee(deps.database.kysely, payload.user_id)
  if (!user) return undefined
  const href = resetPage(deps)
  return addressed(user, letters[kind]({ username: user.username, href, resetPage: href }))
}

const resetPage = ({ publicUrl }: LetterDeps) => `${publicUrl}/password-reset`

const linkTo = ({ publicUrl, links }: LetterDeps, path: string, purpose: LinkPurpose, nonce: string) =>
  `${publicUrl}/${path}/${linkKeyOf(links, purpose, nonce)}`

const isOver = (expiresAt: string, now: number) => Date.parse(expiresAt) <= now

const addressed = (user: Named & { username: string }, letter: Letter): AddressedLetter => ({
  to: user.username,
  firstName: greetedName(user),
  letter,
})

const DAY_MS = 24 * 3_600_000

/** ms that outbox rows are kept: long enough to find out why a letter never arrived. */
const LETTERS_KEPT_MS = 30 * DAY_MS

/** ms for which an expired link is reported as expired; afterwards it is unknown. */
const LINKS_KEPT_MS = 7 * DAY_MS

/** Deletes old finished outbox rows, addresses to which one went, and links that expired long ago. */
export async function forgetOldLetters({ kysely }: Database, now: number): Promise<void> {
  const before = (age: number) => new Date(now - age).toISOString()
  await kysely.deleteFrom('outbox').where('done_at', '<', before(LETTERS_KEPT_MS)).execute()
  await kysely.deleteFrom('address_change').where('created_at', '<', before(LETTERS_KEPT_MS)).execute()
  await kysely.deleteFrom('password_reset').where('expires_at', '<', before(LINKS_KEPT_MS)).execute()
  await kysely.deleteFrom('registration').where('expires_at', '<', before(LINKS_KEPT_MS)).execute()
}

const findRegistration = (kysely: Kysely, registrationId: number) =>
  kysely
    .selectFrom('registration')
    .innerJoin('user', 'user.id', 'registration.user_id')
    .select([
      'user.username',
      'user.first_name',
      'user.last_name',
      'registration.nonce',
      'registration.device',
      'registration.created_at',
      'registration.expires_at',
    ])
    .where('registration.id', '=', registrationId)
    .executeTakeFirst()

const findResetLetter = (kysely: Kysely, passwordResetId: number) =>
  kysely
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'password_reset.user_id')
    .select([
      'user.username',
      'user.first_name',
      'user.last_name',
      'user.roles',
      'password_reset.nonce',
      'password_reset.expires_at',
      'password_reset.used_at',
    ])
    .where('password_reset.id', '=', passwordResetId)
    .executeTakeFirst()
