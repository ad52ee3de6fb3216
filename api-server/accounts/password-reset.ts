import { ACTIVATED, endRegistrations } from '#api-server/accounts/activate-account.ts'
import { faultsOfPassword } from '#api-server/accounts/passwords.ts'
import { type AccountDeps, countRecentLinkLetters } from '#api-server/accounts/register-account.ts'
import {
  LETTERS_PER_MAILBOX_PER_HOUR,
  newLinkNonce,
  nonceOfLinkKey,
  registrationEnd,
  resetExpiry,
} from '#api-server/facts/link-key.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { revokeSessions } from '#api-server/sessions/end-sessions.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import {
  normaliseUsername,
  type PasswordFault,
  type UsernameFault,
  usernameFaults,
} from '#domain/accounts/account.rules.ts'
import type { PasswordChange } from '#domain/accounts/account.schema.ts'
import type { ResetKeyFault } from '#domain/accounts/account.texts.ts'
import type { PasswordLogin } from '#domain/logins/login.schema.ts'
import { passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'
import type { KeyRing } from '#server/keys.ts'
import { Problem } from '#server/problem.ts'

interface PasswordRule {
  /** users who may log in with a password; default everybody */
  passwordLogin?: PasswordLogin | undefined
}

/**
 * Sends a letter with a link to choose a new password. The same rows are written, but no letter is sent, if there is no
 * account, if its user may not log in with a password (`passwordLogin`), if the mailbox has had its letters of this hour, or if
 * `letter` is false.
 */
export async function requestPasswordReset(
  { database, letters, passwordLogin = 'on' }: Pick<AccountDeps, 'database' | 'letters'> & PasswordRule,
  username: string,
  now: number,
  { letter = true }: { letter?: boolean } = {},
): Promise<UsernameFault[]> {
  const faults = usernameFaults(username)
  if (faults.length > 0) return faults

  await database.transaction(async (trx) => {
    const account = await trx
      .selectFrom('user')
      .select(['id', 'roles'])
      .where('username', '=', normaliseUsername(username))
      .forUpdate()
      .executeTakeFirst()
    const { resets } = await countRecentLinkLetters(trx, account?.id, now)
    await trx
      .updateTable('user')
      .set({ registration_ends_at: registrationEnd(now) })
      .where('id', '=', account?.id ?? 0)
      .where('registration_ends_at', 'is not', null)
      .execute()
    const mayHave =
      account &&
      letter &&
      resets < LETTERS_PER_MAILBOX_PER_HOUR &&
      passwordLetsIn(passwordLogin, { roles: rolesOf(account) })
    const reset = await trx
      .insertInto('password_reset')
      .values({
        nonce: newLinkNonce(),
        user_id: mayHave ? account.id : null,
        created_at: new Date(now).toISOString(),
        expires_at: resetExpiry(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(trx, 'password-reset-letter', { password_reset_id: reset.id }, now)
  })
  letters.wake()
  return []
}

/** `expired` also if it was used, or ended by the use of another */
interface DeadKey {
  outcome: ResetKeyFault
}

type PasswordChangeOutcome =
  | { outcome: 'changed'; username: string }
  | { outcome: 'refused'; faults: PasswordFault[] }
  | DeadKey

/**
 * Sets a new password by the key of a letter, once: of simultaneous attempts one succeeds. Ends every session and every other
 * reset of the account, notifies the owner, and activates an account that is not activated. Throws `password-login-off` if the
 * user may not log in with a password.
 */
export async function changePassword(
  { database, passwords, letters, links, passwordLogin }: AccountDeps & KeyDeps,
  { reset_key, password, password_repeat }: PasswordChange,
  now: number,
): Promise<PasswordChangeOutcome> {
  const found = await findReset({ database, links, passwordLogin }, reset_key, now)
  if (found.outcome !== 'usable') return found
  const { id, user_id, username } = found

  const faults = await faultsOfPassword({ password, password_repeat, username })
  if (faults.length > 0) return { outcome: 'refused', faults }

  const password_hash = await passwords.hash(password, { known: true, key: username })
  const changed = await database.transaction((trx) => writePassword(trx, { reset_id: id, user_id, password_hash, now }))
  if (!changed) return { outcome: 'expired' }
  letters.wake()
  return { outcome: 'changed', username }
}

interface NewPassword {
  reset_id: number
  user_id: number
  password_hash: string
  now: number
}

/**
 * Sets a password by a reset; false if the reset was used meanwhile. Ends every session and every other reset of the account.
 * Activates an account that waits for it; one that was switched off stays off, see link-key.rationale.md.
 */
export async function writePassword(
  trx: Transaction,
  { reset_id, user_id, password_hash, now }: NewPassword,
): Promise<boolean> {
  const at = new Date(now).toISOString()
  // The account is locked before its resets, so that two used at once run one after the other.
  const account = await trx
    .selectFrom('user')
    .select(['activation_nonce', 'password_hash'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return false

  const openResets = trx.updateTable('password_reset').set({ used_at: at }).where('used_at', 'is', null)
  const used = await openResets.where('id', '=', reset_id).returning('id').executeTakeFirst()
  if (!used) return false
  await openResets.where('user_id', '=', user_id).execute()

  await trx
    .updateTable('user')
    .set((column) => ({
      password_hash,
      token_version: column('token_version', '+', 1),
      version: column('version', '+', 1),
      ...(account.activation_nonce === null ? {} : ACTIVATED),
    }))
    .where('id', '=', user_id)
    .execute()
  await endRegistrations(trx, [user_id])
  await revokeSessions(trx, { userId: user_id, actorId: user_id, ending: 'password' }, now)
  const letter = account.password_hash === null ? 'first-password-letter' : 'password-changed-letter'
  await enqueue(trx, letter, { user_id }, now)
  const change = { actorId: user_id, action: 'password-set', resource: 'user', resourceId: user_id } as const
  await recordChange(trx, change, now)
  return true
}

interface KeyDeps extends PasswordRule {
  database: Database
  links: KeyRing
}

/** Checks a reset key without using it. Throws `password-login-off` if the user may not log in with a password. */
export const checkResetKey = (deps: KeyDeps, key: string, now: number): Promise<UsableKey | DeadKey> =>
  findReset(deps, key, now)

interface UsableKey {
  outcome: 'usable'
  id: number
  user_id: number
  username: string
}

async function findReset(
  { database, links, passwordLogin = 'on' }: KeyDeps,
  key: string,
  now: number,
): Promise<UsableKey | DeadKey> {
  const nonce = nonceOfLinkKey(links, 'password-reset', key)
  const reset = nonce === undefined ? undefined : await findPasswordReset(database.kysely, nonce)
  if (!reset?.user_id) return { outcome: 'unknown' }
  const { id, user_id, username, used_at, expires_at } = reset
  if (!passwordLetsIn(passwordLogin, { roles: rolesOf(reset) })) throw new Problem('password-login-off')
  if (used_at !== null || Date.parse(expires_at) <= now) return { outcome: 'expired' }
  return { outcome: 'usable', id, user_id, username }
}

const findPasswordReset = (kysely: Kysely, nonce: string) =>
  kysely
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'password_reset.user_id')
    .select([
      'password_reset.id',
      'password_reset.user_id',
      'password_reset.expires_at',
      'password_reset.used_at',
      'user.username',
      'user.roles',
    ])
    .where('password_reset.nonce', '=', nonce)
    .executeTakeFirst()
