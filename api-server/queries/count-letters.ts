import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

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
