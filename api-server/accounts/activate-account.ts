import type { NotNull } from 'kysely'
import { faultsOfPassword, type Passwords } from '#api-server/accounts/passwords.ts'
import { isNeverUsed } from '#api-server/facts/account.queries.ts'
import { nonceOfLinkKey } from '#api-server/facts/link-key.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { PasswordFault } from '#domain/accounts/account.rules.ts'
import type { ActivationRefusal } from '#domain/accounts/account.texts.ts'
import type { PasswordLogin } from '#domain/logins/login.schema.ts'
import { passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'
import type { KeyRing } from '#server/keys.ts'

/** Columns cleared by activation: the link, and the day on which the account would have been deleted. */
export const ACTIVATED = {
  activated: true,
  activation_nonce: null,
  activation_expires_at: null,
  registration_ends_at: null,
} as const

type ActivationOutcome =
  | { activated: true; username: string }
  /** `password-needed`: the link is valid, but nobody has shown that the chosen password is the owner's */
  | { activated: false; refusal: 'password-needed'; username: string }
  | { activated: false; refusal: ActivationRefusal }
  /** faults of the typed password; the link stays valid */
  | { activated: false; refusal: 'password'; faults: PasswordFault[] }

interface ActivationDeps {
  database: Database
  passwords: Passwords
  links: KeyRing
  /** users who may log in with a password; default everybody */
  passwordLogin?: PasswordLogin | undefined
}

interface Activating {
  key: string
  /** registration made in this browser, from its cookie */
  registeredHere?: string | undefined
  /** password typed with the link, instead of the one chosen at registration */
  password?: string | undefined
}

/**
 * Activates an account by the key of its letter or of an administrator's link. The password chosen at registration counts
 * only in the browser that registered: elsewhere the address may be somebody else's than the registration. Of simultaneous
 * attempts one succeeds, and ends all other registrations.
 */
export async function activateAccount(
  deps: ActivationDeps,
  { key, registeredHere, password }: Activating,
  now: number,
): Promise<ActivationOutcome> {
  const { database, passwords, links, passwordLogin = 'on' } = deps
  const nonce = nonceOfLinkKey(links, 'activation', key)
  const link = nonce === undefined ? undefined : await findActivationLink(database.kysely, nonce)
  if (nonce === undefined || !link) return { activated: false, refusal: 'unknown' }
  if (Date.parse(link.expires_at) <= now) return { activated: false, refusal: 'expired' }

  const chosen = registeredHere === nonce ? link.password_hash : null
  let password_hash = chosen
  if (password !== undefined) {
    const faults = await faultsOfPassword({ password, username: link.username })
    if (faults.length > 0) return { activated: false, refusal: 'password', faults }
    password_hash = await passwords.hash(password, { known: true, key: link.username })
  } else if (chosen === null && passwordLetsIn(passwordLogin, { roles: rolesOf(link) }))
    return { activated: false, refusal: 'password-needed', username: link.username }

  const opening = { nonce, user_id: link.user_id, password_hash, now }
  const opened = await database.transaction(async (trx) => {
    const isOpened = link.registration ? await openRegistered(trx, opening) : await openHanded(trx, opening)
    if (!isOpened) return false
    await endRegistrations(trx, [link.user_id])
    const change = { actorId: link.user_id, action: 'activated', resource: 'user', resourceId: link.user_id } as const
    await recordChange(trx, change, now)
    return true
  })
  return opened ? { activated: true, username: link.username } : { activated: false, refusal: 'unknown' }
}

interface Opening {
  nonce: string
  user_id: number
  /** null for a user who only logs in through the school */
  password_hash: string | null
  now: number
}

/** Activates by a registration, unless another activated meanwhile ended it: the account row, which this locks, says so. */
async function openRegistered(trx: Transaction, { nonce, user_id, password_hash, now }: Opening) {
  const user = await trx
    .updateTable('user')
    .set((column) => ({ ...ACTIVATED, password_hash, version: column('version', '+', 1) }))
    .where('id', '=', user_id)
    .where('registration_ends_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('registration')
          .select('registration.id')
          .where('nonce', '=', nonce)
          .where('expires_at', '>', new Date(now).toISOString()),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return user !== undefined
}

/** Activates by the link that an administrator sees: only for an account that was never used, since the administrator could log in by it. */
async function openHanded(trx: Transaction, { nonce, user_id, password_hash, now }: Opening) {
  const user = await trx
    .updateTable('user')
    .set((column) => ({ ...ACTIVATED, password_hash, version: column('version', '+', 1) }))
    .where('id', '=', user_id)
    .where('activation_nonce', '=', nonce)
    .where('activation_expires_at', '>', new Date(now).toISOString())
    .where(isNeverUsed)
    .returning('id')
    .executeTakeFirst()
  return user !== undefined
}

/**
 * Invalidates all registration links of these accounts, with the passwords chosen there. A step of every act that activates
 * accounts, or gives them to somebody known to the school; for hundreds of accounts at a time.
 */
export async function endRegistrations(trx: Transaction, userIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('registration').where('user_id', 'in', userIds).execute()
}

async function findActivationLink(kysely: Kysely, nonce: string) {
  const registration = await kysely
    .selectFrom('registration')
    .innerJoin('user', 'user.id', 'registration.user_id')
    .select(['user_id', 'username', 'roles', 'registration.password_hash', 'registration.expires_at'])
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  if (registration) return { ...registration, registration: true }
  const handed = await kysely
    .selectFrom('user')
    .select(['id as user_id', 'username', 'roles', 'activation_expires_at as expires_at'])
    .where('activation_nonce', '=', nonce)
    .where('activation_expires_at', 'is not', null)
    .where(isNeverUsed)
    .$narrowType<{ expires_at: NotNull }>()
    .executeTakeFirst()
  return handed && { ...handed, password_hash: null, registration: false }
}
