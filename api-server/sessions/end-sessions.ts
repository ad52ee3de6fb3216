import { recordChange } from '#api-server/facts/record-change.ts'
import { firstOf, refreshTokenHash } from '#api-server/sessions/tokens.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import { type LoginEnding, loginEndSubject } from '#domain/audit/audit.texts.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/** Logs out: revokes the session of a refresh token, old or new. An unknown token ends nothing and notifies nobody. */
export const endSession = (database: Database, token: string, now: number): Promise<void> =>
  database.transaction(async (trx) => {
    const ended = await trx
      .updateTable('session')
      .set({ revoked_at: new Date(now).toISOString() })
      .where('revoked_at', 'is', null)
      .where('id', 'in', (query) =>
        query
          .selectFrom('refresh_token')
          .select('session_id')
          .where('token_hash', 'in', [refreshTokenHash(token), refreshTokenHash(firstOf(token))]),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!ended) return
    const { user_id } = ended
    await recordChange(trx, { actorId: user_id, action: 'logged-out', resource: 'user', resourceId: user_id }, now)
    await announce(trx, [{ event: 'loginsEnded', user_id }])
  })

/**
 * Ends one of the caller's own sessions; its tokens are refused from now on. Throws `not-found` also for somebody else's: one
 * answer for both, so that nobody learns which sessions exist.
 */
export const revokeSession = (database: Database, caller: Caller, sessionId: number, now: number) =>
  database.transaction(async (trx) => {
    const session = await trx
      .updateTable('session')
      .set({ revoked_at: new Date(now).toISOString() })
      .where('id', '=', sessionId)
      .where('user_id', '=', caller.id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'device', 'method', 'created_at', 'last_used_at'])
      .executeTakeFirst()
    if (!session) throw new Problem('not-found')
    await recordLoginEnd(trx, { userId: caller.id, actorId: caller.id, ending: 'owner' }, now)
    await announce(trx, [{ event: 'loginsEnded', user_id: caller.id }])
    return session
  })

interface LoginEnd {
  userId: number
  /** null if nobody in the app did it */
  actorId: number | null
  ending: LoginEnding
  /** sessions that ended at once; default 1 */
  count?: number
}

/** Logs that logins of a user ended without logging out. */
export const recordLoginEnd = (
  trx: Transaction,
  { userId, actorId, ending, count = 1 }: LoginEnd,
  now: number,
): Promise<void> => {
  const about = loginEndSubject(ending, count)
  return recordChange(trx, { actorId, action: 'login-ended', resource: 'user', resourceId: userId, about }, now)
}

interface LoginsEnd extends Omit<LoginEnd, 'count'> {
  /** id of a session that continues with new tokens */
  except?: number
}

/** Refuses every token of this user from the commit on. */
export async function endLogins(trx: Transaction, end: LoginsEnd, now: number): Promise<void> {
  await trx
    .updateTable('user')
    .set((column) => ({ token_version: column('token_version', '+', 1) }))
    .where('id', '=', end.userId)
    .execute()
  await revokeSessions(trx, end, now)
}

/**
 * Revokes the user's sessions and logs how many were in use. The caller must raise `token_version`, or access tokens stay valid
 * for a quarter of an hour.
 */
export async function revokeSessions(trx: Transaction, { except = 0, ...end }: LoginsEnd, now: number): Promise<void> {
  const at = new Date(now).toISOString()
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('user_id', '=', end.userId)
    .where('id', '!=', except)
    .where('revoked_at', 'is', null)
    .returning('expires_at')
    .execute()
  const count = ended.filter(({ expires_at }) => expires_at > at).length
  if (count > 0) await recordLoginEnd(trx, { ...end, count }, now)
  await announce(trx, [{ event: 'loginsEnded', user_id: end.userId }])
}

interface EndedAtSchool {
  issuer: string
  /** at least one of the subject and the session at the provider */
  subject: string | undefined
  providerSession: string | undefined
}

/** Ends sessions and pending logins that came from a school login, once that has ended. */
export async function endSchoolSessions(
  trx: Transaction,
  { issuer, subject, providerSession }: EndedAtSchool,
  now: number,
): Promise<void> {
  const identities = trx
    .selectFrom('external_identity')
    .where('issuer', '=', issuer)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
  const codes = await trx
    .selectFrom('login_ticket')
    .select(['id', 'data'])
    .where('kind', '=', 'school-code')
    .where('user_id', 'in', identities.select('user_id'))
    .execute()
  const isOver = (data: string) =>
    providerSession === undefined || Object(JSON.parse(data)).providerSession === providerSession
  const over = codes.filter(({ data }) => isOver(data)).map(({ id }) => id)
  if (over.length > 0) await trx.deleteFrom('login_ticket').where('id', 'in', over).execute()
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('identity_id', 'in', identities.select('id'))
    .where('revoked_at', 'is', null)
    .$if(providerSession !== undefined, (query) => query.where('provider_session', '=', providerSession ?? ''))
    .returning('user_id')
    .execute()
  const byUser = Map.groupBy(ended, ({ user_id }) => user_id)
  for (const [userId, { length: count }] of byUser)
    await recordLoginEnd(trx, { userId, actorId: null, ending: 'school', count }, now)
  await announce(
    trx,
    [...byUser.keys()].map((user_id) => ({ event: 'loginsEnded' as const, user_id })),
  )
}
