import { createSecretKey } from 'node:crypto'
import { type BatchWatch, inBatches } from '#api-server/platform/batching.ts'
import { recordLoginEnd } from '#api-server/sessions/end-sessions.ts'
import {
  dropSuperseded,
  type Exchange,
  insertTokens,
  type KnownToken,
  lockFamilies,
  noteRenewal,
  noteUse,
  supersedeTokens,
} from '#api-server/sessions/session.queries.ts'
import {
  firstOf,
  isRenewing,
  type OpenSession,
  refreshTokenExpiry,
  refreshTokenHash,
  successorOf,
} from '#api-server/sessions/tokens.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { LoginEnding } from '#domain/audit/audit.texts.ts'
import { judgeSession } from '#domain/logins/second-factor.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'
import { factorsIn, REPEAT_WINDOW_MS } from '#server/bearer.ts'
import type { LoginConfig } from '#server/login-config.ts'
import { Problem } from '#server/problem.ts'

/** The enrollment desk has as many: the commit is well shared by then, and the first need not wait longer. */
const REFRESHES_PER_BATCH = 100

/** Refreshes that may wait, about 200 ms of work; later callers keep their session and retry. */
const QUEUE_LIMIT = 2_000

interface RefreshDeskOptions {
  database: Database
  /** key with which successors are derived */
  key: Buffer
  /** current settings, which may be stricter than at the login */
  logins: Pick<LoginConfig, 'passwords' | 'secondFactorFor'>
  clock: () => number
  watch?: BatchWatch | undefined
}

/** Exchanges a refresh token; returns its session and the next token, or rejects with the `Problem` of the refusal. */
export type Refresh = (token: string) => Promise<OpenSession & { refresh_token: string }>

/**
 * Opens the queue of all refreshes. After a push every app starts with one, and a transaction each took five times as much as
 * all else that the apps asked for; see refresh-sessions.rationale.md.
 */
export function openRefreshDesk({ database, key, logins, clock, watch }: RefreshDeskOptions): Refresh {
  const exchange = inBatches({
    run: (exchanges: Parameters<typeof refreshSessions>[1]) =>
      database.transaction((trx) => refreshSessions(trx, exchanges, { logins, clock })),
    isUnavailable: database.isUnavailable,
    size: REFRESHES_PER_BATCH,
    queueLimit: QUEUE_LIMIT,
    watch,
  })
  const secret = createSecretKey(key)
  return async (token) => {
    const successor = successorOf(token, secret)
    const session = await exchange({
      token: refreshTokenHash(token),
      successor: refreshTokenHash(successor),
      first: refreshTokenHash(firstOf(token)),
    })
    return { ...session, refresh_token: successor }
  }
}

/**
 * Exchanges refresh tokens for their successors, each once; see `RefreshVerdict` for the other outcomes. Returns for each its
 * session, or `token-expired`, `token-revoked` or `login-method-off`. Refusals are returned, not thrown: a stolen token ends
 * its session, which must be committed. The clock (ms) is read once the locks are held.
 */
async function refreshSessions(
  trx: Transaction,
  exchanges: readonly Exchange[],
  { logins, clock }: Pick<RefreshDeskOptions, 'logins' | 'clock'>,
): Promise<(OpenSession | Problem)[]> {
  const tokens = await lockFamilies(trx, exchanges)
  const now = clock()
  const judged = exchanges.map((exchange) => ({ exchange, ...judge(tokens, exchange, { logins, now }) }))
  const rotated = judged.filter(({ verdict }) => verdict === 'rotate').map(({ exchange }) => exchange)
  if (rotated.length > 0) await rotate(trx, tokens, rotated, now)
  for (const { verdict, session } of judged)
    if ((verdict === 'stolen' || verdict === 'method-off') && session)
      await revoke(trx, session, verdict === 'stolen' ? 'reused' : 'setting', now)
  return judged.map(({ verdict, session }) => {
    if (session && (verdict === 'rotate' || verdict === 'repeat')) {
      const { id, user_id, token_version, generation } = session
      return { id, user_id, token_version, generation, isWeak: judgeFamily(session, logins) === 'too-weak' }
    }
    const noted = { user: session?.user_id, session: session?.id }
    if (verdict === 'method-off') return new Problem('login-method-off', { noted })
    if (verdict === 'expired') return new Problem('token-expired', { noted })
    return new Problem('token-revoked', {
      noted: { ...noted, ...(verdict === 'stolen' && { event: 'refresh-reused' }) },
    })
  })
}

/** Judges a refresh and updates `tokens` for later refreshes of the same session. */
function judge(
  tokens: Map<string, KnownToken>,
  exchange: Exchange,
  { logins, now }: Pick<RefreshDeskOptions, 'logins'> & { now: number },
): { verdict: RefreshVerdict; session?: KnownToken['session'] } {
  const token = tokens.get(exchange.token)
  const session = (token ?? tokens.get(exchange.first))?.session
  if (!session?.activated) return { verdict: 'revoked' }
  const refreshed = judgeRefresh({ session, token, successor: tokens.get(exchange.successor), now })
  const isOff = (refreshed === 'rotate' || refreshed === 'repeat') && judgeFamily(session, logins) === 'method-off'
  const verdict = isOff ? 'method-off' : refreshed
  const at = new Date(now).toISOString()
  if (verdict === 'rotate' && token) {
    token.superseded_at = at
    const expires_at = refreshTokenExpiry(now, session.expires_at)
    tokens.set(exchange.successor, { session, expires_at, superseded_at: null })
  } else if (verdict === 'stolen' || verdict === 'method-off') session.revoked_at = at
  return { verdict, session }
}

const judgeFamily = (
  { method, factors, roles }: KnownToken['session'],
  logins: RefreshDeskOptions['logins'],
): ReturnType<typeof judgeSession> =>
  judgeSession({ method, factors: factorsIn(factors), roles: rolesOf({ roles }) }, logins)

interface TokenFacts {
  /** ISO instant */
  expires_at: string
  superseded_at: string | null
}

interface RefreshQuestion {
  session: { expires_at: string; revoked_at: string | null }
  /** undefined if its row was deleted */
  token: TokenFacts | undefined
  /** token for which this one was exchanged, if it was */
  successor: TokenFacts | undefined
  now: number
}

/**
 * - `rotate`: the family's newest token; give its successor
 * - `repeat`: it was exchanged, but the successor has not been used: the reply was lost, or another tab was as fast
 * - `stolen`: its successor was used, or it is too long ago: two hold this family, so it ends
 * - `method-off`: by the settings of now nobody like its person logs in by its method, so it ends
 */
type RefreshVerdict = 'rotate' | 'repeat' | 'stolen' | 'method-off' | 'expired' | 'revoked'

function judgeRefresh({ session, token, successor, now }: RefreshQuestion): Exclude<RefreshVerdict, 'method-off'> {
  if (session.revoked_at !== null) return 'revoked'
  if (Date.parse(session.expires_at) <= now) return 'expired'
  if (!token) return 'stolen'
  if (token.superseded_at === null) return Date.parse(token.expires_at) <= now ? 'expired' : 'rotate'
  const used = successor?.superseded_at !== null
  const late = now - Date.parse(token.superseded_at) > REPEAT_WINDOW_MS
  return used || late ? 'stolen' : 'repeat'
}

/** Replaces each token by its successor. A successor exchanged again in the same batch is superseded too. */
async function rotate(
  trx: Transaction,
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
  await insertTokens(trx, successors)
  const rotatedTokens = rotated.map(({ token }) => token)
  await supersedeTokens(trx, [at], rotatedTokens)
  const sessionIds = successors.map(({ session_id }) => session_id)
  await noteUse(trx, [at], sessionIds)
  const renewed = rotated.flatMap(({ successor }) => {
    const session = tokens.get(successor)?.session
    return session && isRenewing(session) ? session.id : []
  })
  if (renewed.length > 0) await noteRenewal(trx, [at], renewed)
  await dropSuperseded(
    trx,
    [new Date(now - REPEAT_WINDOW_MS).toISOString()],
    sessionIds,
    rotated.map(({ first }) => first),
  )
}

async function revoke(
  trx: Transaction,
  { id, user_id }: KnownToken['session'],
  ending: LoginEnding,
  now: number,
): Promise<void> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  await recordLoginEnd(trx, { userId: user_id, actorId: null, ending }, now)
  await announce(trx, [{ event: 'loginsEnded', user_id }])
}
