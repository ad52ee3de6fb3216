import type { FastifyRequest, RouteOptions } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import type { Party } from '#api-server/platform/fair-work.ts'
import { isRenewing, SESSION_LIFETIME_MS } from '#api-server/sessions/tokens.ts'
import type { Transaction } from '#database/tables.ts'
import type { Factor, Proof, StepUpOptions } from '#domain/logins/login.schema.ts'
import { passwordLetsIn, provesByPassword } from '#domain/logins/second-factor.rules.ts'
import { reaches } from '#domain/users/roles.ts'
import { type Caller, factorsIn, requireRecentProof } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { passkeyOptions, verifyPasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotpCode } from './totp.ts'

type StepUpDeps = Pick<ApiContext, 'database' | 'keys' | 'passwords' | 'publicUrl' | 'logins' | 'clock'>

/**
 * Makes each route whose call says so require a recent proof, after its reach was checked: who may not call it
 * learns nothing else. A hook, so that no handler can forget it.
 */
export const askForProofs =
  (deps: Pick<StepUpDeps, 'database' | 'logins' | 'clock'>) =>
  (route: RouteOptions): void => {
    const { proof } = route.config ?? {}
    if (proof === undefined || proof.recent === 'in-route') return
    const { recent, when = () => true } = proof
    const ask = async (request: FastifyRequest) => {
      const { caller } = request
      const { params, body } = request
      if (!when({ params, body, sessionId: caller.sessionId })) return
      if (recent === 'everybody') await requireProofOfAnybody(deps, caller)
      else if (reaches(caller, 'administration') || reaches(caller, 'presence-lists'))
        requireRecentProof(caller, deps.logins.stepUp, deps.clock())
    }
    route.preHandler = [...[route.preHandler ?? []].flat(), ask]
  }

/** ms: how recent a proof for one's own ways in must be if the school does not set it */
const RECENT_MS = 15 * 60_000

/** Requires a recent proof, except of a user who has nothing to prove their identity with. Throws `login-too-old`. */
async function requireProofOfAnybody(deps: Pick<StepUpDeps, 'database' | 'logins' | 'clock'>, caller: Caller) {
  const [within, now] = [deps.logins.stepUp ?? RECENT_MS, deps.clock()]
  if (caller.provedAt + within > now) return
  const { passwordHash, totp, passkeys, school } = await waysToProve(deps, caller)
  if (passwordHash !== null || totp || passkeys > 0 || school) requireRecentProof(caller, within, now)
}

export async function waysToProve({ database, logins }: Pick<StepUpDeps, 'database' | 'logins'>, caller: Caller) {
  const { passkeys, ...user } = await database.kysely
    .selectFrom('user')
    .leftJoin('totp', (join) => join.onRef('totp.user_id', '=', 'user.id').on('totp.confirmed_at', 'is not', null))
    .leftJoin('external_identity', (join) =>
      join
        .onRef('external_identity.user_id', '=', 'user.id')
        .on('external_identity.issuer', '=', logins.school?.issuer ?? ''),
    )
    .select(({ selectFrom }) => [
      'user.username',
      'user.password_hash',
      'totp.user_id as totp_of',
      'external_identity.id as identity_id',
      selectFrom('passkey')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('passkey.user_id', '=', 'user.id')
        .as('passkeys'),
    ])
    .where('user.id', '=', caller.id)
    .executeTakeFirstOrThrow()
  const factors = { totp: user.totp_of !== null, passkeys: passkeys ?? 0 }
  const password =
    user.password_hash !== null &&
    passwordLetsIn(logins.passwords, caller) &&
    !caller.isWeak &&
    provesByPassword(factors)
  return {
    username: user.username,
    passwordHash: password ? user.password_hash : null,
    ...factors,
    school: user.identity_id !== null,
  }
}

/** Options for the caller; the route adds the way by the school, since it sets a cookie. */
export async function stepUpOptions(
  deps: StepUpDeps,
  caller: Caller,
  ways: Awaited<ReturnType<typeof waysToProve>>,
): Promise<Omit<StepUpOptions, 'school'>> {
  return {
    password: ways.passwordHash !== null,
    totp: ways.totp,
    passkey: ways.passkeys > 0 ? await passkeyOptions(deps, caller.id) : null,
  }
}

interface Proving {
  proof: Proof
  /** hash from `waysToProve`; null if a password proves too little */
  passwordHash: string | null
  party: Party
}

/**
 * Notes in this session that the caller proved their identity; returns until when that counts (ms since the epoch). Throws
 * `request-malformed` unless there is exactly one proof, and `current-password-wrong`, `second-factor-wrong` or
 * `passkey-refused`: none of them ends a session, as a 401 would.
 */
export async function proveAgain(
  deps: StepUpDeps,
  caller: Caller,
  { proof, passwordHash, party }: Proving,
): Promise<number> {
  const { password } = proof
  if (password !== undefined && !(await deps.passwords.check(passwordHash, password, party)))
    throw new Problem('current-password-wrong')
  const now = deps.clock()
  await deps.database.transaction(async (trx) => {
    if (password === undefined) await requireFactor(trx, deps, { proof, userId: caller.id, now })
    const proven = await noteProof(
      trx,
      { sessionId: caller.sessionId, userId: caller.id, factor: factorOf(proof) },
      now,
    )
    if (!proven) throw new Problem('token-revoked')
  })
  return now + (deps.logins.stepUp ?? SESSION_LIFETIME_MS)
}

const factorOf = ({ code, recovery_code, passkey }: Proof): Factor => {
  if (passkey !== undefined) return 'passkey'
  if (code !== undefined) return 'totp'
  return recovery_code === undefined ? 'password' : 'recovery-code'
}

/**
 * Notes in the session that this factor was proved now; false if the session is over. Its next refresh begins a generation of
 * tokens, and ends those from before the proof.
 */
export async function noteProof(
  trx: Transaction,
  { sessionId, userId, factor }: { sessionId: number | null; userId: number; factor: Factor },
  now: number,
): Promise<boolean> {
  const session = await trx
    .selectFrom('session')
    .select(['factors', 'generation', 'renewed_at'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!session) return false
  const factors = [...new Set([...(factorsIn(session.factors) ?? []), factor])]
  await trx
    .updateTable('session')
    .set({
      authenticated_at: new Date(now).toISOString(),
      factors: JSON.stringify(factors),
      // Two proofs before a refresh are one generation: the tokens in use are those from before both.
      generation: isRenewing(session) ? session.generation : session.generation + 1,
      renewed_at: null,
    })
    .where('id', '=', sessionId)
    .execute()
  return true
}

/** Throws `request-malformed` unless there is exactly one proof. */
export function requireOneProof(proof: Proof): void {
  const given = [proof.password, proof.code, proof.recovery_code, proof.passkey].filter((way) => way !== undefined)
  if (given.length !== 1) throw new Problem('request-malformed')
}

interface Given {
  proof: Proof
  userId: number
  now: number
}

async function requireFactor(trx: Transaction, deps: StepUpDeps, { proof, userId, now }: Given): Promise<void> {
  const { code, recovery_code, passkey } = proof
  if (passkey !== undefined) await verifyPasskey(trx, deps, passkey, userId, now)
  const isRight =
    passkey !== undefined ||
    (code !== undefined && (await useTotpCode(trx, deps, userId, code, now))) ||
    (recovery_code !== undefined && (await useRecoveryCode(trx, deps, userId, recovery_code, now)))
  if (!isRight) throw new Problem('second-factor-wrong')
}
