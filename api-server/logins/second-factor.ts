import type { LoginContext } from '#api-server/context.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import { openSession } from '#api-server/sessions/log-in.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { LoginMethod, PasskeyJson, Proof, SecondFactor } from '#domain/logins/login.schema.ts'
import {
  asksSecondFactor,
  type Factors,
  isFactorRequired,
  lacksSecondFactor,
} from '#domain/logins/second-factor.rules.ts'
import type { Role } from '#domain/users/roles.ts'
import type { LoginConfig } from '#server/login-config.ts'
import { Problem } from '#server/problem.ts'
import { sendFactorLetter } from './factor-letter.ts'
import { passkeyOptions, verifyPasskey } from './passkeys.ts'
import { countRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { newSecret, openTicket, secretHash } from './tickets.ts'
import { useTotpCode } from './totp.ts'

interface Account {
  id: number
  roles: readonly Role[]
  token_version: number
}

/** Factors of a user other than their password, and whether the school requires one. */
export async function factorsOf(
  kysely: Kysely,
  { id, roles }: Pick<Account, 'id' | 'roles'>,
  logins: Pick<LoginConfig, 'secondFactorFor'>,
): Promise<Factors> {
  const { totp, passkeys } = await kysely
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('totp')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .where('confirmed_at', 'is not', null)
        .as('totp'),
      selectFrom('passkey')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .as('passkeys'),
    ])
    .executeTakeFirstOrThrow()
  return { totp: totp === 1, passkeys: passkeys ?? 0, required: isFactorRequired(logins.secondFactorFor, { roles }) }
}

/**
 * Returns if a right password is enough. Throws `second-factor-needed` with the ticket with which the login continues, and
 * `second-factor-missing` after sending a letter to a user who must make a factor first.
 */
export async function requireSecondFactor(deps: LoginContext, account: Account): Promise<void> {
  const { kysely } = deps.database
  const factors = await factorsOf(kysely, account, deps.logins)
  if (lacksSecondFactor(factors)) {
    await sendFactorLetter(deps, account, deps.clock())
    throw new Problem('second-factor-missing')
  }
  if (!asksSecondFactor(factors)) return
  const ticket = newSecret()
  const { id: userId, token_version } = account
  await openTicket(kysely, { kind: 'second-factor', secret: ticket, userId, data: { token_version } }, deps.clock())
  const codes = await countRecoveryCodes(kysely, userId)
  const ways: SecondFactor[] = [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery-code'] as const) : []),
  ]
  const passkey = factors.passkeys > 0 ? await passkeyOptions(deps, userId) : null
  throw new Problem('second-factor-needed', { details: { ticket, factors: ways, passkey } })
}

/** Username of the account that a ticket is for; undefined for an unknown ticket. */
export async function usernameOfTicket({ kysely }: Pick<Database, 'kysely'>, ticket: string) {
  const found = await kysely
    .selectFrom('login_ticket')
    .innerJoin('user', 'user.id', 'login_ticket.user_id')
    .select('user.username')
    .where('login_ticket.kind', '=', 'second-factor')
    .where('login_ticket.secret_hash', '=', secretHash(ticket))
    .executeTakeFirst()
  return found?.username
}

type Given = { ticket: string; device: string } & Pick<Proof, 'code' | 'recovery_code' | 'passkey'>

/** Most wrong answers to one ticket. */
const ATTEMPTS = 5

/**
 * Most wrong codes of one account in an hour, over all its tickets: anyone with the password can open many. At this rate,
 * guessing six digits, of which one code is right, takes eleven years, and the owner gets a letter in the first hour. Only
 * for codes of an authenticator app: passkeys and recovery codes cannot be guessed, and a stranger with the password must not
 * lock out an owner who has one of those.
 */
const WRONG_CODES_PER_HOUR = 10
const HOUR_MS = 3_600_000

/**
 * Continues a login whose password was right. Throws `second-factor-wrong` or `passkey-refused`, which count,
 * `second-factor-over` after too many attempts, too late, or if the account changed since, and `too-many-requests` after too
 * many wrong codes for this account.
 */
export async function giveSecondFactor(deps: LoginContext, given: Given) {
  const answers = [given.code, given.recovery_code, given.passkey].filter((answer) => answer !== undefined)
  if (answers.length !== 1) throw new Problem('request-malformed')
  const now = deps.clock()
  const outcome = await deps.database.transaction(async (trx) => {
    const ticket = await lockTicket(trx, given.ticket)
    if (!ticket?.holds(now)) return new Problem('second-factor-over')
    const { id, userId } = ticket
    const isCode = given.code !== undefined
    const guesses = isCode ? await countWrongCodes(trx, userId, now) : noGuesses
    if (guesses.count >= WRONG_CODES_PER_HOUR) return tooMany(guesses, now)
    const method = await methodOf(trx, deps, { ...given, userId }, now)
    if (method instanceof Problem) {
      const attempts = ticket.attempts + 1
      const wrong_codes = ticket.wrong_codes + Number(isCode)
      await trx.updateTable('login_ticket').set({ attempts, wrong_codes }).where('id', '=', id).execute()
      if (isCode && guesses.count + 1 === WRONG_CODES_PER_HOUR)
        await enqueue(trx, 'login-changed-letter', { user_id: userId, changed: 'codes-guessed' }, now)
      return attempts >= ATTEMPTS ? new Problem('second-factor-over', { noted: wrongOf(userId) }) : method
    }
    await trx.deleteFrom('login_ticket').where('id', '=', id).execute()
    if (method === 'password-and-recovery-code')
      await enqueue(trx, 'login-changed-letter', { user_id: userId, changed: 'recovery-code-used' }, now)
    const { token_version } = ticket
    return (
      (await openSession(trx, { user_id: userId, token_version, device: given.device, method, now })) ??
      new Problem('second-factor-over')
    )
  })
  deps.letters.wake()
  if (outcome instanceof Problem) throw outcome
  return outcome
}

const wrongOf = (user: number) => ({ event: 'second-factor-wrong', user }) as const

/** Locks the account, then finds its ticket: of two simultaneous answers the second sees the result of the first. */
async function lockTicket(trx: Transaction, secret: string) {
  const named = await trx
    .selectFrom('login_ticket')
    .select(['id', 'user_id'])
    .where('kind', '=', 'second-factor')
    .where('secret_hash', '=', secretHash(secret))
    .executeTakeFirst()
  if (!named?.user_id) return undefined
  const { id, user_id: userId } = named
  await lockStudents(trx, [userId])
  const ticket = await trx
    .selectFrom('login_ticket')
    .innerJoin('user', 'user.id', 'login_ticket.user_id')
    .select([
      'login_ticket.attempts',
      'login_ticket.wrong_codes',
      'login_ticket.expires_at',
      'login_ticket.data',
      'user.activated',
      'user.token_version',
    ])
    .where('login_ticket.id', '=', id)
    .executeTakeFirst()
  if (!ticket) return undefined
  const { attempts, wrong_codes, expires_at, activated, token_version } = ticket
  const since = JSON.parse(ticket.data) as { token_version: number }
  const isSame = activated && since.token_version === token_version
  const holds = (now: number) => isSame && attempts < ATTEMPTS && Date.parse(expires_at) > now
  return { id, userId, attempts, wrong_codes, token_version, holds }
}

/** Method with which the login is proved now, or a problem if the answer is wrong. */
async function methodOf(
  trx: Transaction,
  deps: LoginContext,
  { userId, code, recovery_code, passkey }: Given & { userId: number },
  now: number,
): Promise<LoginMethod | Problem> {
  const wrong = new Problem('second-factor-wrong', { noted: { user: userId } })
  if (code !== undefined) return (await useTotpCode(trx, deps, userId, code, now)) ? 'password-and-totp' : wrong
  if (recovery_code !== undefined)
    return (await useRecoveryCode(trx, deps, userId, recovery_code, now)) ? 'password-and-recovery-code' : wrong
  try {
    await verifyPasskey(trx, deps, passkey ?? {}, userId, now)
    return 'password-and-passkey'
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

interface Guesses {
  count: number
  /** ISO instant of the first ticket; null if there is none */
  first: string | null
}
const noGuesses: Guesses = { count: 0, first: null }

/** Counts wrong codes of the last hour; tickets are kept longer than that. */
async function countWrongCodes(trx: Transaction, userId: number, now: number): Promise<Guesses> {
  const { count, first } = await trx
    .selectFrom('login_ticket')
    .select(({ fn }) => [fn.sum<number | null>('wrong_codes').as('count'), fn.min('created_at').as('first')])
    .where('kind', '=', 'second-factor')
    .where('user_id', '=', userId)
    .where('wrong_codes', '>', 0)
    .where('created_at', '>', new Date(now - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow()
  return { count: count ?? 0, first }
}

const tooMany = ({ first }: Guesses, now: number) =>
  new Problem('too-many-requests', {
    retryAfter: Math.max(1, Math.ceil((Date.parse(first ?? new Date(now).toISOString()) + HOUR_MS - now) / 1_000)),
  })

/** Logs in by a passkey that identifies its owner; no password is needed, since they unlocked it. Throws `passkey-refused`. */
export async function logInByPasskey(
  deps: LoginContext,
  { passkey, device }: { passkey: PasskeyJson; device: string },
) {
  const now = deps.clock()
  return deps.database.transaction(async (trx) => {
    const { userId } = await verifyPasskey(trx, deps, passkey, undefined, now)
    const { username, token_version } = await trx
      .selectFrom('user')
      .select(['username', 'token_version'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const session = await openSession(trx, { user_id: userId, token_version, device, method: 'passkey', now })
    if (!session) throw new Problem('passkey-refused', { noted: { user: userId } })
    return { username, session }
  })
}
