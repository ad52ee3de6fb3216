import { type LinkPurpose, linkKeyOf } from '#api-server/auth/link-key.ts'
import { findAddressee, findRegistration } from '#api-server/queries/find-addressee.ts'
import { findResetLetter } from '#api-server/queries/find-reset-letter.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ClaimedTask } from '#database/outbox/outbox-tasks.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { KeyRing } from '#server/key-ring.ts'
import type { AddressedLetter, Letter, LetterKind } from './letter.ts'
import { accountExistsLetter } from './letters/account-exists-letter.ts'
import { activationLetter } from './letters/activation-letter.ts'
import { firstPasswordLetter } from './letters/first-password-letter.ts'
import { guessesLetter } from './letters/guesses-letter.ts'
import { invitationLetter } from './letters/invitation-letter.ts'
import { passwordChangedLetter } from './letters/password-changed-letter.ts'
import { passwordResetLetter } from './letters/password-reset-letter.ts'

export interface LetterDesk {
  database: Database
  /** of `Keys` */
  links: KeyRing
  publicUrl: string
}

/**
 * Writes a letter as things stand now, which may be long after it was asked for: with the link that works now, or
 * undefined where there is none to give (used, expired, the account gone or never there).
 */
export async function writeLetter(
  desk: LetterDesk,
  task: ClaimedTask<LetterKind>,
  now: number,
): Promise<AddressedLetter | undefined> {
  switch (task.kind) {
    case 'activation-letter':
      return writeActivation(desk, task.payload.registration_id, now)
    case 'account-exists-letter':
      return writeReset(desk, task.payload.password_reset_id, now, accountExistsLetter)
    case 'password-reset-letter':
      return writeReset(desk, task.payload.password_reset_id, now, passwordResetLetter)
    case 'invitation-letter':
      return writeReset(desk, task.payload.password_reset_id, now, invitationLetter(desk.publicUrl))
    case 'password-changed-letter':
      return writeNotice(desk, task.payload.user_id, passwordChangedLetter)
    case 'first-password-letter':
      return writeNotice(desk, task.payload.user_id, firstPasswordLetter)
    case 'guesses-letter':
      return writeNotice(desk, task.payload.user_id, guessesLetter)
  }
}

async function writeActivation(desk: LetterDesk, registrationId: number, now: number) {
  const registration = await findRegistration(desk.database.kysely, registrationId)
  if (!registration || isOver(registration.expires_at, now)) return undefined
  const { username, device, created_at, nonce } = registration
  const href = linkTo(desk, 'activate', 'activation', nonce)
  return addressed(
    registration,
    activationLetter({ username, href, device, asked: instantLabel(created_at, 'any-time') }),
  )
}

async function writeReset(desk: LetterDesk, resetId: number, now: number, write: typeof passwordResetLetter) {
  const reset = await findResetLetter(desk.database.kysely, resetId)
  if (!reset || reset.used_at !== null || isOver(reset.expires_at, now)) return undefined
  const href = linkTo(desk, 'password-change', 'password-reset', reset.nonce)
  return addressed(reset, write({ username: reset.username, href }))
}

async function writeNotice(
  { database, publicUrl }: LetterDesk,
  userId: number | null,
  write: typeof passwordChangedLetter,
) {
  const user = userId === null ? undefined : await findAddressee(database.kysely, userId)
  if (!user) return undefined
  return addressed(user, write({ username: user.username, href: `${publicUrl}/password-reset` }))
}

const linkTo = ({ publicUrl, links }: LetterDesk, path: string, purpose: LinkPurpose, nonce: string) =>
  `${publicUrl}/${path}/${linkKeyOf(links, purpose, nonce)}`

const isOver = (expiresAt: string, now: number) => Date.parse(expiresAt) <= now

const addressed = (user: { username: string; first_name: string }, letter: Letter): AddressedLetter => ({
  to: user.username,
  firstName: user.first_name,
  letter,
})
