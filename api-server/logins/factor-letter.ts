import type { LoginContext } from '#api-server/context.ts'
import { newLinkNonce, nonceOfLinkKey } from '#api-server/facts/link-key.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import { openSession } from '#api-server/sessions/log-in.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { PasskeyJson } from '#domain/logins/login.schema.ts'
import { Problem } from '#server/problem.ts'
import { noteLoginChange } from './login-letters.ts'
import { addPasskey, newPasskeyOptions } from './passkeys.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { openTicket, secretHash } from './tickets.ts'
import { beginTotp, confirmTotp } from './totp.ts'

/** ms between two letters: another login in this time waits for the letter that was sent */
const PAUSE_MS = 2 * 60_000

/**
 * Mails the link for a second factor to a user who must make one: the password alone is not enough to make it. At most one
 * letter in two minutes while the password is the same.
 */
export async function sendFactorLetter(
  { database, letters }: Pick<LoginContext, 'database' | 'letters'>,
  { id: userId, token_version }: { id: number; token_version: number },
  now: number,
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    const sent = await trx
      .selectFrom('login_ticket')
      .select('data')
      .where('kind', '=', 'factor-letter')
      .where('user_id', '=', userId)
      .where('created_at', '>', new Date(now - PAUSE_MS).toISOString())
      .execute()
    if (sent.some(({ data }) => dataIn(data).token_version === token_version)) return
    const nonce = newLinkNonce()
    const data: LetterData = { nonce, token_version }
    const ticket_id = await openTicket(trx, { kind: 'factor-letter', secret: nonce, userId, data }, now)
    await enqueue(trx, 'second-factor-letter', { ticket_id }, now)
  })
  letters.wake()
}

interface LetterData {
  nonce: string
  /** version of the account, raised by a new password or a reset, which end the link */
  token_version: number
}

const dataIn = (text: string) => JSON.parse(text) as LetterData

/** Begins a first second factor; the link stays valid. Throws `factor-link-unknown`. */
export async function beginFactor(deps: LoginContext, key: string) {
  const now = deps.clock()
  const { user, totp } = await deps.database.transaction(async (trx) => {
    const { user } = await findLetter(trx, deps, key, now)
    const totp = await beginTotp(trx, deps, user, now)
    if (!totp) throw new Problem('factor-link-unknown')
    return { user, totp }
  })
  return { username: user.username, totp, passkey: await newPasskeyOptions(deps, user) }
}

interface Making {
  key: string
  code?: string | undefined
  passkey?: PasskeyJson | undefined
  name?: string | undefined
  device: string
}

/**
 * Makes the factor, which uses up the link, and logs in by it, with ten recovery codes. A wrong answer leaves the link valid:
 * `second-factor-wrong`, or errors of `addPasskey`. Throws `factor-link-unknown` for a link that was used or expired, or whose
 * account has changed since.
 */
export async function makeFactor(deps: LoginContext, { key, code, passkey, name = 'Passkey', device }: Making) {
  if ((code === undefined) === (passkey === undefined)) throw new Problem('request-malformed')
  const now = deps.clock()
  const made = await deps.database.transaction(async (trx) => {
    const { user } = await findLetter(trx, deps, key, now)
    const { id: userId, token_version } = user
    if (passkey) await addPasskey(trx, deps, { userId, passkey, name }, now)
    else if (!(await confirmTotp(trx, deps, { userId, code: code ?? '' }, now)))
      throw new Problem('second-factor-wrong', { noted: { user: userId } })
    await trx.deleteFrom('login_ticket').where('kind', '=', 'factor-letter').where('user_id', '=', userId).execute()
    const recovery_codes = await renewRecoveryCodes(trx, deps, userId, now)
    const action = passkey ? 'passkey-added' : 'second-factor-made'
    await noteLoginChange(trx, { actorId: userId, userId, action, changed: 'second-factor-made' }, now)
    const method = passkey ? 'password-and-passkey' : 'password-and-totp'
    const session = await openSession(trx, { user_id: userId, token_version, device, method, now })
    if (!session) throw new Problem('factor-link-unknown')
    return { username: user.username, session, recovery_codes }
  })
  deps.letters.wake()
  return made
}

/** Finds the link's user and locks them: of two simultaneous uses the second finds the link used. */
async function findLetter(trx: Transaction, { keys }: Pick<LoginContext, 'keys'>, key: string, now: number) {
  const unknown = new Problem('factor-link-unknown')
  const nonce = nonceOfLinkKey(keys.links, 'second-factor', key)
  const named = nonce === undefined ? undefined : await findTicket(trx, nonce)
  if (!named?.user_id || nonce === undefined) throw unknown
  await lockStudents(trx, [named.user_id])
  const ticket = await findTicket(trx, nonce)
  const user = await trx
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'activated', 'token_version'])
    .where('id', '=', named.user_id)
    .executeTakeFirst()
  if (!ticket || !user?.activated || Date.parse(ticket.expires_at) <= now) throw unknown
  if (dataIn(ticket.data).token_version !== user.token_version || (await hasFactor(trx, user.id))) throw unknown
  return { user }
}

const findTicket = (trx: Transaction, nonce: string) =>
  trx
    .selectFrom('login_ticket')
    .select(['user_id', 'data', 'expires_at'])
    .where('kind', '=', 'factor-letter')
    .where('secret_hash', '=', secretHash(nonce))
    .executeTakeFirst()

/** Whether the user has a factor by now, made through another link or while logged in. */
async function hasFactor(kysely: Kysely, userId: number): Promise<boolean> {
  const passkeys = kysely.selectFrom('passkey').select('user_id').where('user_id', '=', userId)
  const codes = kysely
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
  return (await passkeys.unionAll(codes).execute()).length > 0
}
