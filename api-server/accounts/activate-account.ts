import type { Transaction } from 'kysely'
import { linkKeyOf, newLinkNonce, nonceOfLinkKey, resetExpiry } from '#api-server/accounts/link-key.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { ActivationRefusal } from '#domain/accounts/account.texts.ts'
import type { PasswordLogin } from '#domain/logins/login.schema.ts'
import { passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'
import type { KeyRing } from '#server/keys.ts'

/** What an account no longer has once it is activated: its link, and the day on which it would have gone. */
export const ACTIVATED = {
  activated: true,
  activation_nonce: null,
  activation_expires_at: null,
  registration_ends_at: null,
} as const

type ActivationOutcome =
  /** with the key to choose a password by, where the link belonged to no registration and one lets them in */
  | { activated: true; account: { username: string; reset_key?: string } }
  | { activated: false; refusal: ActivationRefusal }

interface ActivationDeps {
  database: Database
  links: KeyRing
  /** whom a password lets in; everybody when nothing is said */
  passwordLogin?: PasswordLogin | undefined
}

/**
 * Opens an account by the key of its letter, or of the link that an administrator handed over; of many at the same time one
 * succeeds. It then has the password that was chosen with that registration, or none yet, and none of its other
 * registrations can be activated any more.
 */
export async function activateAccount(
  { database, links, passwordLogin = 'on' }: ActivationDeps,
  key: string,
  now: number,
): Promise<ActivationOutcome> {
  const nonce = nonceOfLinkKey(links, 'activation', key)
  if (nonce === undefined) return { activated: false, refusal: 'unknown' }

  const account = await database.transaction(async (trx) => {
    const registered = await activateRegistration(trx, nonce, now)
    if (registered) return registered
    const handed = await activateByLink(trx, nonce, now)
    if (!handed) return undefined
    const { id, username } = handed
    if (!passwordLetsIn(passwordLogin, { roles: rolesOf(handed) })) return { username }
    return { username, reset_key: linkKeyOf(links, 'password-reset', await beginReset(trx, id, now)) }
  })
  if (account) return { activated: true, account }

  const waiting = await database.kysely
    .selectFrom('registration')
    .select('user_id')
    .where('nonce', '=', nonce)
    .unionAll((query) => query.selectFrom('user').select('id as user_id').where('activation_nonce', '=', nonce))
    .executeTakeFirst()
  return { activated: false, refusal: waiting ? 'expired' : 'unknown' }
}

/**
 * Whether its registrations still count the account says, whose row is locked by this: another that was activated
 * meanwhile ended this one.
 */
async function activateRegistration(trx: Transaction<Tables>, nonce: string, now: number) {
  const registration = await trx
    .selectFrom('registration')
    .select(['user_id', 'password_hash'])
    .where('nonce', '=', nonce)
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirst()
  if (!registration) return undefined
  const user = await trx
    .updateTable('user')
    .set((column) => ({
      ...ACTIVATED,
      password_hash: registration.password_hash,
      version: column('version', '+', 1),
    }))
    .where('id', '=', registration.user_id)
    .where('registration_ends_at', 'is not', null)
    .returning('username')
    .executeTakeFirst()
  if (user) await endRegistrations(trx, [registration.user_id])
  return user
}

/** Who was given this link by an administrator has proved no password: the account has none until one is chosen. */
async function activateByLink(trx: Transaction<Tables>, nonce: string, now: number) {
  const user = await trx
    .updateTable('user')
    .set((column) => ({ ...ACTIVATED, password_hash: null, version: column('version', '+', 1) }))
    .where('activation_nonce', '=', nonce)
    .where('activation_expires_at', '>', new Date(now).toISOString())
    .returning(['id', 'username', 'roles'])
    .executeTakeFirst()
  if (user) await endRegistrations(trx, [user.id])
  return user
}

async function beginReset(trx: Transaction<Tables>, user_id: number, now: number): Promise<string> {
  const nonce = newLinkNonce()
  const created_at = new Date(now).toISOString()
  await trx
    .insertInto('password_reset')
    .values({ nonce, user_id, created_at, expires_at: resetExpiry(now) })
    .execute()
  return nonce
}

/**
 * Makes the links of all registrations of these accounts unknown, with the passwords that were chosen there. A step of
 * whatever activates them, or gives them to somebody the school knows; hundreds at a time.
 */
export async function endRegistrations(trx: Transaction<Tables>, userIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('registration').where('user_id', 'in', userIds).execute()
}
