import type { Passwords } from '#api-server/auth/passwords.ts'
import { startSession } from '#api-server/auth/start-session.ts'
import type { Party } from '#api-server/platform/fair-work.ts'
import { findAccount } from '#api-server/queries/find-account.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import { Problem } from '#server/problem.ts'

export interface LogIn extends Credentials {
  device: string
  party: Party
}

/**
 * Throws `login-failed`, alike and after the same work for an unknown account and a wrong password, and
 * `account-not-activated` to whoever knows the password. The clock (ms since the epoch) is read once the password was
 * checked, which may take seconds when many log in.
 */
export async function logIn(
  { database, passwords, clock }: { database: Database; passwords: Passwords; clock: () => number },
  { username, password, device, party }: LogIn,
) {
  const account = await findAccount(database.kysely, username)
  const matches = await passwords.check(account?.password_hash ?? null, password, party)
  if (!account || !matches) throw new Problem('login-failed', { noted: { user: account?.id } })
  if (!account.activated) throw new Problem('account-not-activated')
  const { id: user_id, token_version } = account
  const session = await startSession(database, { user_id, token_version, device, now: clock() })
  if (!session) throw new Problem('login-failed', { noted: { user: account.id } })
  return session
}
