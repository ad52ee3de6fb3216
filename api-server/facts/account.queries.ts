import type { ExpressionBuilder, Kysely, NotNull, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'

/**
 * Finds an account by address, ignoring case and surrounding spaces, with its last registration if it is not activated. Always
 * one statement.
 */
export async function findAccount(kysely: Kysely<Tables>, username: string) {
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

/**
 * Condition that neither the owner nor the school's login has ever used the account: an account in use always keeps one of
 * these signs.
 */
export const isNeverUsed = ({ not, or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'user'>) =>
  not(
    or([
      eb('user.password_hash', 'is not', null),
      eb('user.last_login_at', 'is not', null),
      eb('user.information_checked', '=', true),
      ...(['external_identity', 'passkey'] as const).map((table) =>
        exists(selectFrom(table).select(`${table}.id`).whereRef(`${table}.user_id`, '=', 'user.id')),
      ),
    ]),
  )

/** Finds the account of an activation link: from a registration, with the password chosen then, or from an administrator. */
export async function findActivationLink(kysely: Kysely<Tables>, nonce: string) {
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

export const findAddressee = (kysely: Kysely<Tables>, userId: number) =>
  kysely.selectFrom('user').select(['username', 'first_name', 'last_name']).where('id', '=', userId).executeTakeFirst()

/** A registration with its letter's addressee; none once the account was activated. */
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

/** A reset with its letter's addressee; none if it was requested for an address without an account. */
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
 * Counts the letters of the last hour requested for this account, by registering and for a new password. One statement, also if
 * there is no account (undefined).
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
