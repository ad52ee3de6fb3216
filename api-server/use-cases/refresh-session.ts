import type { Transaction } from 'kysely'
import type { OpenSession } from '#api-server/auth/access-token.ts'
import { refreshTokenHash, successorOf } from '#api-server/auth/refresh-token.ts'
import { judgeRefresh, type RefreshVerdict } from '#api-server/auth/refresh-verdict.ts'
import { lockFamily, revokeFamily, rotate } from '#api-server/auth/token-family.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

interface Refreshed {
  verdict: RefreshVerdict
  session: OpenSession
}

/**
 * Exchanges a refresh token for its successor, once; see `RefreshVerdict` for what else may come of it. Throws
 * `token-expired` or `token-revoked`; a stolen token ends its whole family before that.
 */
export async function refreshSession(
  { database, key }: { database: Database; key: Buffer },
  { token, now }: { token: string; now: number },
): Promise<OpenSession & { refresh_token: string }> {
  const successor = successorOf(token, key)
  const hashes = { token: refreshTokenHash(token), successor: refreshTokenHash(successor) }
  // The verdict comes out of the transaction before anything is thrown: a theft has to be committed.
  const refreshed = await database.transaction((trx) => exchange(trx, hashes, now))
  switch (refreshed?.verdict) {
    case 'rotate':
    case 'repeat':
      return { ...refreshed.session, refresh_token: successor }
    case 'expired':
      throw new Problem('token-expired')
    default:
      throw new Problem('token-revoked')
  }
}

async function exchange(
  trx: Transaction<Tables>,
  hashes: { token: string; successor: string },
  now: number,
): Promise<Refreshed | undefined> {
  const family = await lockFamily(trx, hashes.token)
  if (!family) return undefined
  const { session, account } = family
  const tokens = await trx
    .selectFrom('refresh_token')
    .select(['token_hash', 'expires_at', 'superseded_at'])
    .where('token_hash', 'in', [hashes.token, hashes.successor])
    .execute()
  const token = tokens.find(({ token_hash }) => token_hash === hashes.token)
  const successor = tokens.find(({ token_hash }) => token_hash === hashes.successor)
  if (!token || !account.activated) return undefined

  const verdict = judgeRefresh({ session, token, successor, now })
  if (verdict === 'rotate') await rotate(trx, session, hashes, now)
  if (verdict === 'stolen') {
    await revokeFamily(trx, session.id, now)
    await announce(trx, [{ kind: 'logins', user_id: session.user_id }])
  }
  return { verdict, session: { id: session.id, user_id: session.user_id, token_version: account.token_version } }
}
