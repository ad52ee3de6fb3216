import { faultsOfPassword, type Passwords } from '#api-server/accounts/passwords.ts'
import {
  activationExpiry,
  LETTERS_PER_MAILBOX_PER_HOUR,
  newLinkNonce,
  registrationEnd,
  resetExpiry,
} from '#api-server/facts/link-key.ts'
import type { LetterDelivery } from '#api-server/platform/mail/delivery.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import {
  isOfDomain,
  normaliseUsername,
  type PasswordFault,
  type UsernameFault,
  usernameFaults,
} from '#domain/accounts/account.rules.ts'
import type { Registration } from '#domain/accounts/account.schema.ts'
import { findable } from '#domain/users/search.rules.ts'

export interface AccountDeps {
  database: Database
  passwords: Passwords
  letters: Pick<LetterDelivery, 'wake'>
}

export interface RegistrationAsked extends Registration {
  /** shown to the owner of the address, e.g. 'Chrome op Android' */
  device: string
  /** address whose share of the hashing it uses */
  address: string
  nonce?: string
  /** false once the address has had its letters: no letter is sent, and nothing else differs */
  letter?: boolean
}

/** Faults of the form. `username-of-others`: the school does not allow the domain, whether the address is known or not. */
export type RegistrationFault = UsernameFault | PasswordFault | 'username-of-others'

function addressFaults(username: string, domains: readonly string[]): RegistrationFault[] {
  const faults = usernameFaults(username)
  if (faults.length > 0) return faults
  return isOfDomain(normaliseUsername(username), domains) ? [] : ['username-of-others']
}

interface Newcomer {
  username: string
  password_hash: string
  device: string
  nonce: string
  letter: boolean
  now: number
}

/**
 * Stores a registration that waits for its letter, next to others for the same address, or returns all faults of the form. An
 * address that has an account costs the same hash, queries and letter, and gets the same answer. `domains` are those that may
 * register; empty allows all.
 */
export async function registerAccount(
  { database, passwords, letters, domains = [] }: AccountDeps & { domains?: readonly string[] },
  { username, password, password_repeat, device, address, nonce = newLinkNonce(), letter = true }: RegistrationAsked,
  now: number,
): Promise<RegistrationFault[]> {
  const faults = [
    ...addressFaults(username, domains),
    ...(await faultsOfPassword({ password, password_repeat, username })),
  ]
  if (faults.length > 0) return faults

  const password_hash = await passwords.hash(password, { known: false, key: address })
  const newcomer = { username: normaliseUsername(username), password_hash, device, nonce, letter, now }
  await database.transaction((trx) => enterNewcomer(trx, newcomer))
  letters.wake()
  return []
}

/** Always five statements. */
async function enterNewcomer(trx: Transaction, { username, password_hash, device, nonce, letter, now }: Newcomer) {
  const created_at = new Date(now).toISOString()
  // Makes the account or locks the existing one, so that simultaneous registrations are counted below.
  await trx
    .insertInto('user')
    .values({
      ...findable({ username, first_name: '', last_name: '' }),
      roles: 'ROLE_STUDENT',
      activation_nonce: newLinkNonce(),
      activation_expires_at: activationExpiry(now),
      registration_ends_at: registrationEnd(now),
      created_at,
    })
    .onConflict((account) =>
      account
        .column('username')
        .doUpdateSet({ registration_ends_at: (column) => column.ref('excluded.registration_ends_at') })
        .where('user.registration_ends_at', 'is not', null),
    )
    .execute()
  const account = await trx
    .selectFrom('user')
    .select(['id', 'registration_ends_at'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const { registrations, resets } = await countRecentLinkLetters(trx, account.id, now)
  const isWaiting = account.registration_ends_at !== null
  const isLetterAllowed = letter && (isWaiting ? registrations : resets) < LETTERS_PER_MAILBOX_PER_HOUR

  if (isWaiting && isLetterAllowed) {
    const { id } = await trx
      .insertInto('registration')
      .values({
        user_id: account.id,
        nonce,
        password_hash,
        device,
        created_at,
        expires_at: activationExpiry(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(trx, 'activation-letter', { registration_id: id }, now)
    return
  }
  // A reset without a user sends no letter.
  const reset = await trx
    .insertInto('password_reset')
    .values({
      nonce: newLinkNonce(),
      user_id: isLetterAllowed ? account.id : null,
      created_at,
      expires_at: resetExpiry(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(trx, 'account-exists-letter', { password_reset_id: reset.id }, now)
}

const HOUR_MS = 3_600_000

/** Counts this account's letters of the last hour. One statement, also without an account (undefined). */
export async function countRecentLinkLetters(
  trx: Transaction,
  userId: number | undefined,
  now: number,
): Promise<{ registrations: number; resets: number }> {
  const since = new Date(now - HOUR_MS).toISOString()
  const { registrations, resets } = await trx
    .selectNoFrom(({ selectFrom }) => {
      const asked = (table: 'registration' | 'password_reset') =>
        selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('letters'))
          .where('user_id', '=', userId ?? 0)
          .where('created_at', '>', since)
      return [asked('registration').as('registrations'), asked('password_reset').as('resets')]
    })
    .executeTakeFirstOrThrow()
  return { registrations: registrations ?? 0, resets: resets ?? 0 }
}
