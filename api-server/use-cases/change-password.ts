import { readCommonPasswords } from '#api-server/auth/common-passwords.ts'
import { nonceOfLinkKey } from '#api-server/auth/link-key.ts'
import { writePassword } from '#api-server/auth/write-password.ts'
import { findPasswordReset } from '#api-server/queries/find-password-reset.ts'
import type { Database } from '#database/engine/open-database.ts'
import { type PasswordFault, passwordFaults } from '#domain/accounts/account.rules.ts'
import type { PasswordChange } from '#domain/accounts/account.schema.ts'
import type { ResetKeyFault } from '#domain/accounts/account.texts.ts'
import type { KeyRing } from '#server/key-ring.ts'
import type { AccountDesk } from './register-account.ts'

/** `expired` also when it was used, or ended by another that was */
interface DeadKey {
  outcome: ResetKeyFault
}

export type PasswordChangeOutcome =
  | { outcome: 'changed'; username: string }
  | { outcome: 'refused'; faults: PasswordFault[] }
  | DeadKey

/**
 * Sets a new password by the key of a letter, once: of many at the same time one succeeds. It ends every login and
 * every other reset of the account, tells the owner, and activates an account that still waits for that.
 */
export async function changePassword(
  { database, passwords, letters, links }: AccountDesk & { links: KeyRing },
  { reset_key, password, password_repeat }: PasswordChange,
  now: number,
): Promise<PasswordChangeOutcome> {
  const found = await findReset({ database, links }, reset_key, now)
  if (found.outcome !== 'usable') return found
  const { id, user_id, username } = found

  const isCommon = await readCommonPasswords()
  const faults = passwordFaults({ password, password_repeat, username, isCommon })
  if (faults.length > 0) return { outcome: 'refused', faults }

  const password_hash = await passwords.hash(password, { known: true, key: username })
  const changed = await database.transaction((trx) => writePassword(trx, { reset_id: id, user_id, password_hash, now }))
  if (!changed) return { outcome: 'expired' }
  letters.wake()
  return { outcome: 'changed', username }
}

interface KeyDeps {
  database: Database
  links: KeyRing
}

/** Whether a password can be chosen by a key, which it leaves as it is. */
export async function checkResetKey(deps: KeyDeps, key: string, now: number): Promise<'usable' | ResetKeyFault> {
  const { outcome } = await findReset(deps, key, now)
  return outcome
}

async function findReset({ database, links }: KeyDeps, key: string, now: number) {
  const nonce = nonceOfLinkKey(links, 'password-reset', key)
  const reset = nonce === undefined ? undefined : await findPasswordReset(database.kysely, nonce)
  if (!reset?.user_id) return { outcome: 'unknown' } satisfies DeadKey
  const { id, user_id, username, used_at, expires_at } = reset
  if (used_at !== null || Date.parse(expires_at) <= now) return { outcome: 'expired' } satisfies DeadKey
  return { outcome: 'usable', id, user_id, username } as const
}
