import type { Passwords } from '#api-server/accounts/passwords.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Party } from '#api-server/platform/fair-work.ts'
import { endLogins } from '#api-server/sessions/end-sessions.ts'
import { newRefreshToken, type OpenSession, refreshTokenExpiry, refreshTokenHash } from '#api-server/sessions/tokens.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Replaces the caller's password, which they must know, ends all their other sessions, open links and logins under way, and
 * notifies them. This session continues with the new tokens returned; its old tokens become invalid, also for somebody who
 * copied them. Throws `current-password-wrong`, also for a user without a password.
 */
export async function changeOwnPassword(
  { database, passwords, clock }: { database: Database; passwords: Passwords; clock: () => number },
  caller: Caller,
  { current_password, password, party }: { current_password: string; password: string; party: Party },
): Promise<OpenSession & { refresh_token: string }> {
  const { password_hash: known } = await database.kysely
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (!(await passwords.check(known, current_password, party))) throw new Problem('current-password-wrong')
  const password_hash = await passwords.hash(password, party)
  return database.transaction(async (trx) => {
    const changed = await trx
      .updateTable('user')
      .set({ password_hash })
      .where('id', '=', caller.id)
      // If the password was changed meanwhile, the given one is no longer right.
      .where('password_hash', '=', known)
      .where('token_version', '=', caller.tokenVersion)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Problem('current-password-wrong')
    const now = clock()
    const at = new Date(now).toISOString()
    await lockSessions(trx, caller.id)
    const own = { userId: caller.id, actorId: caller.id, except: caller.sessionId }
    await endLogins(trx, { ...own, ending: 'password' }, now)
    await trx
      .updateTable('password_reset')
      .set({ used_at: at })
      .where('user_id', '=', caller.id)
      .where('used_at', 'is', null)
      .execute()
    await trx.deleteFrom('login_ticket').where('user_id', '=', caller.id).where('kind', '=', 'second-factor').execute()
    const session = await renewTokens(trx, caller, now)
    const change = { action: 'password-changed', resource: 'user', resourceId: caller.id } as const
    await recordChange(trx, { ...change, actorId: caller.id }, now)
    await enqueue(trx, 'password-changed-letter', { user_id: caller.id }, now)
    return session
  })
}

/** Locks in the order of refreshing, so the later of the two sees the result of the first. */
const lockSessions = (trx: Transaction, userId: number) =>
  trx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Replaces all refresh tokens of the session by one. Throws `token-revoked` if it ended meanwhile. */
async function renewTokens(trx: Transaction, { id: user_id, sessionId, tokenVersion }: Caller, now: number) {
  const session = await trx
    .selectFrom('session')
    .select(['expires_at', 'generation'])
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!session) throw new Problem('token-revoked')
  const refresh_token = newRefreshToken()
  await trx.deleteFrom('refresh_token').where('session_id', '=', sessionId).execute()
  await trx
    .insertInto('refresh_token')
    .values({
      token_hash: refreshTokenHash(refresh_token),
      session_id: sessionId,
      created_at: new Date(now).toISOString(),
      expires_at: refreshTokenExpiry(now, session.expires_at),
    })
    .execute()
  const { generation } = session
  return { id: sessionId, user_id, token_version: tokenVersion + 1, generation, refresh_token }
}
