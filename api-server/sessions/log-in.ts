import type { Passwords } from '#api-server/accounts/passwords.ts'
import type { WaitingAccount } from '#api-server/accounts/remind-to-activate.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Party } from '#api-server/platform/fair-work.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import {
  type NewSession,
  newRefreshToken,
  refreshTokenExpiry,
  refreshTokenHash,
  SESSION_LIFETIME_MS,
} from '#api-server/sessions/tokens.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'
import { loginSubject } from '#domain/audit/audit.texts.ts'
import type { LoginMethod, PasswordLogin } from '#domain/logins/login.schema.ts'
import { factorsOfMethod, passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import { type Role, rolesOf } from '#domain/users/roles.ts'
import { Problem } from '#server/problem.ts'

interface LogIn extends Credentials {
  device: string
  party: Party
}

/** Called once the password was right; throws what the login must continue with. */
export type Proceed = (account: { id: number; roles: Role[]; token_version: number }) => Promise<void>

interface LoginDeps {
  database: Database
  passwords: Passwords
  /** users who may log in with a password */
  passwordLogin: PasswordLogin
  clock: () => number
  proceed: Proceed
  /** called after a failed login, with the account that waits for activation if the password was its own */
  failed?: (waiting: WaitingAccount | undefined) => void
}

/**
 * Logs in. Throws `login-failed` alike and after the same work for an unknown account, a wrong password, and an account that is
 * not activated or may not use a password: nobody learns which accounts exist, or whether a guess was right. Also throws what
 * `proceed` throws, if the caller knows the password of an activated account. The clock (ms since the epoch) is read after the
 * password check, which may take seconds when many log in.
 */
export async function logIn(
  { database, passwords, passwordLogin, clock, proceed, failed }: LoginDeps,
  { username, password, device, party }: LogIn,
) {
  const account = await findAccount(database.kysely, username)
  // An account that waits for activation has the password of its last registration.
  const hash = account?.activated ? account.password_hash : account?.registered_hash
  const matches = await passwords.check(hash ?? null, password, party)
  const letsIn = account !== undefined && passwordLetsIn(passwordLogin, { roles: rolesOf(account) })
  if (!account?.activated || !matches || !letsIn) {
    failed?.(matches && letsIn ? waitingIn(account) : undefined)
    throw new Problem('login-failed', { noted: { user: account?.id } })
  }
  const { id: user_id, token_version } = account
  await proceed({ id: user_id, roles: rolesOf(account), token_version })
  const session = await startSession(database, { user_id, token_version, device, now: clock() })
  if (!session) throw new Problem('login-failed', { noted: { user: account.id } })
  return session
}

const waitingIn = ({ id, registration_id }: { id: number; registration_id: number | null }) =>
  registration_id === null ? undefined : { user_id: id, registration_id }

interface Login {
  user_id: number
  token_version: number
  /** name of the device in a list of sessions */
  device: string
  /** method of the login; default password */
  method?: LoginMethod
  /** identity of a school login, with its session at the provider */
  identity?: { id: number; providerSession: string | null }
  now: number
}

export const startSession = (database: Database, login: Login) => database.transaction((trx) => openSession(trx, login))

/**
 * Opens a session and returns its first refresh token. Undefined if `token_version` is no longer current, since a password may
 * change while the login waits, or if the school login no longer belongs to the user. Also deletes the user's expired sessions.
 */
export async function openSession(
  trx: Transaction,
  { user_id, token_version, device, method = 'password', identity, now }: Login,
): Promise<NewSession | undefined> {
  const refresh_token = newRefreshToken()
  const at = new Date(now).toISOString()
  const expires_at = new Date(now + SESSION_LIFETIME_MS).toISOString()
  if (!(await noteLogin(trx, { user_id, token_version, identity, at }))) return undefined
  await trx.deleteFrom('session').where('user_id', '=', user_id).where('expires_at', '<=', at).execute()
  const { id } = await trx
    .insertInto('session')
    .values({
      user_id,
      device,
      method,
      factors: JSON.stringify(factorsOfMethod(method)),
      identity_id: identity?.id ?? null,
      provider_session: identity?.providerSession ?? null,
      created_at: at,
      last_used_at: at,
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('refresh_token')
    .values({
      token_hash: refreshTokenHash(refresh_token),
      session_id: id,
      created_at: at,
      expires_at: refreshTokenExpiry(now, expires_at),
    })
    .execute()
  const login = { action: 'logged-in', resource: 'user', resourceId: user_id, about: loginSubject(method) } as const
  await recordChange(trx, { actorId: user_id, ...login }, now)
  return { id, user_id, token_version, generation: 0, refresh_token, method }
}

/**
 * Stores the time of login and locks the account until this transaction ends, in one statement; false if the login is no longer
 * valid. For a school login the account is locked before its owner is checked, since removing a school login holds that lock
 * meanwhile.
 */
async function noteLogin(
  trx: Transaction,
  { user_id, token_version, identity, at }: Pick<Login, 'user_id' | 'token_version' | 'identity'> & { at: string },
): Promise<boolean> {
  if (identity) {
    await lockStudents(trx, [user_id])
    if (!(await isTheirs(trx, identity.id, user_id))) return false
  }
  const { numUpdatedRows } = await trx
    .updateTable('user')
    .set({ last_login_at: at })
    .where('id', '=', user_id)
    .where('token_version', '=', token_version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function isTheirs(trx: Transaction, id: number, userId: number): Promise<boolean> {
  const identity = trx.selectFrom('external_identity').select('id').where('id', '=', id).where('user_id', '=', userId)
  return (await identity.executeTakeFirst()) !== undefined
}

/** Finds an account, ignoring case and outer spaces; an inactive one with its last registration. Always one statement. */
export async function findAccount(kysely: Kysely, username: string) {
  const address = normaliseUsername(username)
  // PostgreSQL text can't hold a NUL and rejects queries with one.
  if (address.includes('\0')) return undefined
  return kysely
    .selectFrom('user')
    .leftJoin('registration', (join) =>
      join.on(({ eb, selectFrom }) =>
        eb(
          'registration.id',
          '=',
          selectFrom('registration as any')
            .select(({ fn }) => fn.max('any.id').as('last'))
            .whereRef('any.user_id', '=', 'user.id'),
        ),
      ),
    )
    .select(['user.id', 'activated', 'roles', 'token_version', 'user.password_hash'])
    .select(['registration.id as registration_id', 'registration.password_hash as registered_hash'])
    .where('username', '=', address)
    .executeTakeFirst()
}
