import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { PasswordLogin } from '#domain/logins/login.schema.ts'
import { columnsReaching } from '#domain/users/roles.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Sends a letter to the owner of an account whose password is being guessed, at most once a day; returns the id of the
 * account. Runs the same two statements if there is no such account, or its user may not log in with a password. `username`
 * is normalised.
 */
export const warnOwner = (
  database: Database,
  username: string,
  now: number,
  passwords: PasswordLogin = 'on',
): Promise<number | undefined> =>
  database.transaction(async (trx) => {
    const owner = await trx
      .updateTable('user')
      .set({ guesses_notified_at: new Date(now).toISOString() })
      // PostgreSQL text can't hold a NUL and rejects queries with one.
      .where('username', '=', username.includes('\0') ? '' : username)
      .where('activated', '=', true)
      .$if(passwords === 'administrators', (guessed) => guessed.where('roles', 'in', columnsReaching('administration')))
      .where((either) =>
        either.or([
          either('guesses_notified_at', 'is', null),
          either('guesses_notified_at', '<=', new Date(now - DAY_MS).toISOString()),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    await enqueue(trx, 'guesses-letter', { user_id: owner?.id ?? null }, now)
    return owner?.id
  })
