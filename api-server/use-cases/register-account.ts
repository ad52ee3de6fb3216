import type { Insertable, Transaction } from 'kysely'
import { readCommonPasswords } from '#api-server/auth/common-passwords.ts'
import { newLinkNonce } from '#api-server/auth/link-key.ts'
import { activationExpiry, resetExpiry } from '#api-server/auth/link-limits.ts'
import type { Passwords } from '#api-server/auth/passwords.ts'
import type { LetterDelivery } from '#api-server/mail/letter-delivery.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/enqueue.ts'
import type { Tables } from '#database/tables.ts'
import {
  type PasswordFault,
  passwordFaults,
  type UsernameFault,
  usernameFaults,
} from '#domain/account/account.rules.ts'
import type { Registration } from '#domain/account/account.schema.ts'
import { normaliseUsername } from '#domain/account/username.ts'
import { findable } from '#domain/user/search.rules.ts'

export interface AccountDesk {
  database: Database
  passwords: Passwords
  letters: Pick<LetterDelivery, 'wake'>
}

interface Newcomer {
  username: string
  password_hash: string
  nonce: string
  /** ms since the epoch */
  now: number
}

/**
 * Makes a student's account that waits for its activation letter, or gives everything that is wrong with what was
 * filled in. An address that has an account costs the same hash, questions and letter, and answers the same.
 */
export async function registerAccount(
  { database, passwords, letters }: AccountDesk,
  { username, password, password_repeat }: Registration,
  now: number,
): Promise<(UsernameFault | PasswordFault)[]> {
  const isCommon = await readCommonPasswords()
  const faults = [...usernameFaults(username), ...passwordFaults({ password, password_repeat, username, isCommon })]
  if (faults.length > 0) return faults

  const newcomer = {
    username: normaliseUsername(username),
    password_hash: await passwords.hash(password),
    nonce: newLinkNonce(),
    now,
  }
  const enter = () => database.transaction((trx) => enterNewcomer(trx, newcomer))
  await enter().catch((error: unknown) => {
    // Who registers twice at once is known the second time.
    if (!database.isUniqueViolation(error)) throw error
    return enter()
  })
  letters.wake()
  return []
}

/** Three statements, whoever it is. */
async function enterNewcomer(trx: Transaction<Tables>, newcomer: Newcomer): Promise<void> {
  const { username, password_hash, nonce, now } = newcomer
  const account = await trx
    .selectFrom('user')
    .select(['id', 'roles', 'password_hash', 'activation_nonce'])
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst()
  const waiting = { password_hash, activation_nonce: nonce, activation_expires_at: activationExpiry(now) }

  if (!account) {
    const { id } = await trx
      .insertInto('user')
      .values({ ...newStudent(username, now), ...waiting })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(trx, 'activation-letter', { user_id: id }, now)
  } else if (account.roles === 'ROLE_STUDENT' && account.activation_nonce !== null && account.password_hash !== null) {
    // See auth/link-key.rationale.md: the last to register decides, until somebody has activated.
    await trx.updateTable('user').set(waiting).where('id', '=', account.id).execute()
    await enqueue(trx, 'activation-letter', { user_id: account.id }, now)
  } else {
    const reset = await trx
      .insertInto('password_reset')
      .values({ nonce, user_id: account.id, created_at: new Date(now).toISOString(), expires_at: resetExpiry(now) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(trx, 'account-exists-letter', { password_reset_id: reset.id }, now)
  }
}

const newStudent = (username: string, now: number): Insertable<Tables['user']> => ({
  ...findable({ username, first_name: '', last_name: '' }),
  roles: 'ROLE_STUDENT',
  created_at: new Date(now).toISOString(),
})
