import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'

/**
 * The account of an address, however its letters and edges were typed; while it waits for its activation with the password
 * of its last registration, so that who knows that hears what to do.
 */
export async function findAccount(kysely: Kysely<Tables>, username: string) {
  const address = normaliseUsername(username)
  // No text of PostgreSQL holds a NUL; it takes a question about one for a fault.
  if (address.includes('\0')) return undefined
  return kysely
    .selectFrom('user')
    .select(({ fn, selectFrom }) => [
      'id',
      'activated',
      'roles',
      'token_version',
      fn
        .coalesce(
          'password_hash',
          selectFrom('registration')
            .select('registration.password_hash')
            .whereRef('registration.user_id', '=', 'user.id')
            .orderBy('registration.id', 'desc')
            .limit(1),
        )
        .as('password_hash'),
    ])
    .where('username', '=', address)
    .executeTakeFirst()
}

/** Whom a letter about their account is for. */
export const findAddressee = (kysely: Kysely<Tables>, userId: number) =>
  kysely.selectFrom('user').select(['username', 'first_name', 'last_name']).where('id', '=', userId).executeTakeFirst()

/** A registration with whom its letter is for; none once the account was activated. */
export const findRegistration = (kysely: Kysely<Tables>, registrationId: number) =>
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

/** Whose password a reset link is for. */
export const findPasswordReset = (kysely: Kysely<Tables>, nonce: string) =>
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

/** A reset with whom its letter is for; none for one that was asked for an address without an account. */
export const findResetLetter = (kysely: Kysely<Tables>, passwordResetId: number) =>
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

const HOUR = 3_600_000

/**
 * How many letters were asked for in this account's name within the hour, by registering it and for a new password. By one
 * statement, for nobody's account too.
 */
export async function countLetters(
  trx: Transaction<Tables>,
  userId: number | undefined,
  now: number,
): Promise<{ registrations: number; resets: number }> {
  const since = new Date(now - HOUR).toISOString()
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
