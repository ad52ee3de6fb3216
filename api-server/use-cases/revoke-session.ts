import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Ends one of the caller's own logins; its tokens are refused from now on. Throws `not-found` also for somebody else's:
 * one answer for both, so that nobody learns which logins exist.
 */
export async function revokeSession({ kysely }: Database, caller: Caller, sessionId: number, now: number) {
  const session = await kysely
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('id', '=', sessionId)
    .where('user_id', '=', caller.id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'device', 'created_at', 'last_used_at'])
    .executeTakeFirst()
  if (!session) throw new Problem('not-found')
  await announce(kysely, [{ event: 'loginsEnded', user_id: caller.id }])
  return session
}
