import type { Transaction } from 'kysely'
import type { OpenSession } from '#api-server/auth/access-token.ts'
import { judgeRefresh, type RefreshVerdict } from '#api-server/auth/refresh-verdict.ts'
import { refreshTokenExpiry } from '#api-server/auth/session-limits.ts'
import { type Exchange, type KnownToken, lockFamilies } from '#api-server/auth/token-families.ts'
import { announce } from '#database/changes/announce.ts'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

/**
 * Exchanges refresh tokens for their successors, each once; see `RefreshVerdict` for what else may come of it. Gives for
 * each the login that it belongs to, or `token-expired` or `token-revoked`. A stolen token ends its whole family, which
 * has to be committed: so a refusal is given, and not thrown. The clock (ms) is read when all wait for us.
 */
export async function refreshSessions(
  trx: Transaction<Tables>,
  exchanges: readonly Exchange[],
  clock: () => number,
): Promise<(OpenSession | Problem)[]> {
  const tokens = await lockFamilies(trx, exchanges)
  const now = clock()
  const judged = exchanges.map((exchange) => ({ exchange, ...judge(tokens, exchange, now) }))
  const rotated = judged.filter(({ verdict }) => verdict === 'rotate').map(({ exchange }) => exchange)
  if (rotated.length > 0) await rotate(trx, tokens, rotated, now)
  for (const { verdict, session } of judged) if (verdict === 'stolen' && session) await revoke(trx, session, now)
  return judged.map(({ verdict, session }) => {
    if (session && (verdict === 'rotate' || verdict === 'repeat')) {
      const { id, user_id, token_version } = session
      return { id, user_id, token_version }
    }
    const noted = { user: session?.user_id, session: session?.id }
    if (verdict === 'expired') return new Problem('token-expired', { noted })
    return new Problem('token-revoked', {
      noted: { ...noted, ...(verdict === 'stolen' && { event: 'refresh-reused' }) },
    })
  })
}

/** What becomes of it, noted in `tokens` for those of the same family that come after it. */
function judge(
  tokens: Map<string, KnownToken>,
  exchange: Exchange,
  now: number,
): { verdict: RefreshVerdict; session?: KnownToken['session'] } {
  const token = tokens.get(exchange.token)
  if (!token?.session.activated) return { verdict: 'revoked' }
  const { session } = token
  const verdict = judgeRefresh({ session, token, successor: tokens.get(exchange.successor), now })
  const at = new Date(now).toISOString()
  if (verdict === 'rotate') {
    token.superseded_at = at
    const expires_at = refreshTokenExpiry(now, session.expires_at)
    tokens.set(exchange.successor, { session, expires_at, superseded_at: null })
  } else if (verdict === 'stolen') session.revoked_at = at
  return { verdict, session }
}

/** Puts each successor in its token's place. One that was exchanged again within the batch is superseded likewise. */
async function rotate(
  trx: Transaction<Tables>,
  tokens: ReadonlyMap<string, KnownToken>,
  rotated: readonly Exchange[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString()
  const successors = rotated.flatMap(({ successor }) => {
    const known = tokens.get(successor)
    if (!known) return []
    return { token_hash: successor, session_id: known.session.id, created_at: at, expires_at: known.expires_at }
  })
  await trx.insertInto('refresh_token').values(successors).execute()
  const superseded = rotated.map(({ token }) => token)
  await trx.updateTable('refresh_token').set({ superseded_at: at }).where('token_hash', 'in', superseded).execute()
  const used = successors.map(({ session_id }) => session_id)
  await trx.updateTable('session').set({ last_used_at: at }).where('id', 'in', used).execute()
}

async function revoke(trx: Transaction<Tables>, { id, user_id }: KnownToken['session'], now: number): Promise<void> {
  await trx
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await announce(trx, [{ event: 'loginsEnded', user_id }])
}
