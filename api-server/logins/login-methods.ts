import type { ApiContext, LoginContext } from '#api-server/context.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { lockAdministrators, lockStudents } from '#api-server/platform/locks.ts'
import { endLogins } from '#api-server/sessions/end-sessions.ts'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import * as contract from '#contract/logins.gen.ts'
import { changeOwnPassword } from '#contract/own-password.gen.ts'
import type { Transaction } from '#database/tables.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { LoginMethods, PasskeyJson } from '#domain/logins/login.schema.ts'
import {
  asksSecondFactor,
  type Factors,
  isLastFactor,
  MAX_PASSKEYS,
  passkeyName,
  passwordLetsIn,
} from '#domain/logins/second-factor.rules.ts'
import { type Role, reaches, rolesOf } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { noteLoginChange } from './login-letters.ts'
import { addPasskey } from './passkeys.ts'
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { factorsOf } from './second-factor.ts'
import { beginTotp, confirmTotp } from './totp.ts'

type Reader = Pick<Caller, 'id' | 'roles'>
type MethodsDeps = Pick<ApiContext, 'database' | 'logins'>

/** Login methods of a user, for themselves or an administrator. Throws `not-found`. */
export async function loginMethodsOf(deps: MethodsDeps, reader: Reader, userId: number): Promise<LoginMethods> {
  const { database, logins } = deps
  const user = await requireUser(database.kysely, userId)
  const roles = rolesOf(user)
  const [ways, passkeys, codes] = await Promise.all([
    findWaysIn(deps, { id: userId, roles }),
    listPasskeys(deps, userId),
    countRecoveryCodes(database.kysely, userId),
  ])
  const { password, identity, totp, factors } = ways
  const own = reader.id === userId
  const isLast = isLastFactor(factors)
  const canUnlink = !own || password || passkeys.length > 0
  const links = own ? ownLinks(ways, passkeys.length, logins) : colleagueLinks(ways, passkeys.length, reader)
  return {
    password,
    school:
      logins.school && identity
        ? {
            label: logins.school.label,
            linked_at: identity.linked_at,
            last_used_at: identity.last_used_at,
            _links: present({ delete: canUnlink && contract.unlinkSchoolLogin }, userId),
          }
        : null,
    passkeys: passkeys.map((passkey) => ({
      ...passkey,
      _links: present(
        { edit: own && contract.editPasskey, delete: own && !isLast && contract.deletePasskey },
        passkey.id,
      ),
    })),
    totp: totp && { created_at: totp.created_at },
    recovery_codes_left: codes,
    second_factor_required: factors.required,
    _links: present(links, userId),
  }
}

/** Calls by link name; false for those that are not possible now. */
type PossibleLinks = { [Name in string]: Endpoint | false }

const present = (links: PossibleLinks, id: number): Record<string, Link> =>
  Object.fromEntries(
    Object.entries(links).flatMap(([name, target]) =>
      target ? [[name, { method: target.method, href: pathOf(target, { id }) }]] : [],
    ),
  )

function ownLinks(
  { password, identity, totp, factors }: WaysIn,
  passkeys: number,
  { school }: ApiContext['logins'],
): PossibleLinks {
  const mayAddPasskey = passkeys < MAX_PASSKEYS
  return {
    change_password: password && changeOwnPassword,
    link_school: school !== undefined && !identity && contract.linkSchoolLogin,
    passkey_options: mayAddPasskey && contract.getPasskeyOptions,
    add_passkey: mayAddPasskey && contract.addPasskey,
    start_totp: !totp && contract.beginTotp,
    add_totp: !totp && contract.addTotp,
    remove_totp: totp !== null && !isLastFactor(factors) && contract.removeTotp,
    renew_recovery_codes: asksSecondFactor(factors) && contract.renewRecoveryCodes,
  }
}

const colleagueLinks = ({ totp }: WaysIn, passkeys: number, reader: Reader): PossibleLinks => ({
  reset_second_factor:
    (totp !== null || passkeys > 0) && reaches(reader, 'administration') && contract.resetSecondFactor,
})

const listPasskeys = ({ database }: MethodsDeps, userId: number) =>
  database.kysely
    .selectFrom('passkey')
    .select(['id', 'name', 'backed_up', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

type WaysIn = Awaited<ReturnType<typeof findWaysIn>>

async function findWaysIn({ database, logins }: MethodsDeps, { id, roles }: { id: number; roles: readonly Role[] }) {
  const { kysely } = database
  const [account, identity, totp, factors] = await Promise.all([
    kysely.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst(),
    kysely
      .selectFrom('external_identity')
      .select(['linked_at', 'last_used_at'])
      .where('user_id', '=', id)
      .where('issuer', '=', logins.school?.issuer ?? '')
      .executeTakeFirst(),
    kysely
      .selectFrom('totp')
      .select('created_at')
      .where('user_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst(),
    factorsOf(kysely, { id, roles }, logins),
  ])
  const hasPassword = account !== undefined && account.password_hash !== null
  const password = hasPassword && passwordLetsIn(logins.passwords, { roles })
  return { password, identity, totp: totp ?? null, factors }
}

/** Result of an edit. New codes are returned only now. */
interface Changed {
  recovery_codes?: string[]
}

type Change = (trx: Transaction, factors: Factors, now: number) => Promise<Changed>

/** Edits under the account's lock: of two simultaneous edits the second sees the result of the first. */
async function change(deps: LoginContext, userId: number, edit: Change): Promise<Changed> {
  const now = deps.clock()
  const changed = await deps.database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    return edit(trx, await readFactors(trx, deps, userId), now)
  })
  deps.letters.wake()
  return changed
}

async function readFactors(trx: Transaction, { logins }: MethodsDeps, userId: number): Promise<Factors> {
  const user = await requireUser(trx, userId)
  return factorsOf(trx, { id: userId, roles: rolesOf(user) }, logins)
}

/** Makes recovery codes with the first second factor: without them a lost phone would lock its owner out. */
async function codesWith(trx: Transaction, deps: LoginContext, userId: number, now: number): Promise<Changed> {
  const factors = await readFactors(trx, deps, userId)
  if (!asksSecondFactor(factors) || (await countRecoveryCodes(trx, userId)) > 0) return {}
  return { recovery_codes: await renewRecoveryCodes(trx, deps, userId, now) }
}

/** Deletes the recovery codes together with the last second factor. */
async function withoutCodes(trx: Transaction, deps: LoginContext, userId: number): Promise<Changed> {
  if (!asksSecondFactor(await readFactors(trx, deps, userId)))
    await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  return {}
}

/** Adds a passkey. Throws the same errors as `addPasskey`. */
export const addOwnPasskey = (deps: LoginContext, userId: number, made: { name: string; passkey: PasskeyJson }) =>
  change(deps, userId, async (trx, _, now) => {
    await addPasskey(trx, deps, { userId, ...made }, now)
    await noteLoginChange(trx, { actorId: userId, userId, action: 'passkey-added' }, now)
    return codesWith(trx, deps, userId, now)
  })

/** Renames a passkey. Throws `not-found`, also for another user's, and `passkey-name-missing`. */
export async function renamePasskey({ database }: LoginContext, userId: number, id: number, given: string) {
  const name = passkeyName(given)
  const renamed = await database.transaction((trx) =>
    trx
      .updateTable('passkey')
      .set((column) => ({ name: name ?? column.ref('name') }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!renamed) throw new Problem('not-found')
  if (name === undefined) throw new Problem('passkey-name-missing')
}

/** Removes a passkey. Throws `not-found`, also for another user's, and `second-factor-last`. */
export const removePasskey = (deps: LoginContext, userId: number, id: number) =>
  change(deps, userId, async (trx, factors, now) => {
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new Problem('not-found')
    if (isLastFactor(factors)) throw new Problem('second-factor-last')
    await noteLoginChange(trx, { actorId: userId, userId, action: 'passkey-removed' }, now)
    return withoutCodes(trx, deps, userId)
  })

/** Begins an authenticator app. Throws `not-found` if one is in use. */
export async function beginOwnTotp({ database, keys, clock }: LoginContext, userId: number) {
  const { username } = await requireUser(database.kysely, userId)
  const totp = await database.transaction((trx) => beginTotp(trx, { keys }, { id: userId, username }, clock()))
  if (!totp) throw new Problem('not-found')
  return totp
}

/** Confirms an authenticator app by a code. Throws `second-factor-wrong`. */
export const addOwnTotp = (deps: LoginContext, userId: number, code: string) =>
  change(deps, userId, async (trx, _, now) => {
    if (!(await confirmTotp(trx, deps, { userId, code }, now))) throw new Problem('second-factor-wrong')
    await noteLoginChange(trx, { actorId: userId, userId, action: 'second-factor-made' }, now)
    return codesWith(trx, deps, userId, now)
  })

/** Removes the authenticator app. Throws `not-found` and `second-factor-last`. */
export const removeOwnTotp = (deps: LoginContext, userId: number) =>
  change(deps, userId, async (trx, factors, now) => {
    if (!factors.totp) throw new Problem('not-found')
    if (isLastFactor(factors)) throw new Problem('second-factor-last')
    await trx.deleteFrom('totp').where('user_id', '=', userId).execute()
    await noteLoginChange(trx, { actorId: userId, userId, action: 'second-factor-removed' }, now)
    return withoutCodes(trx, deps, userId)
  })

/** Makes ten new codes; the old ones become invalid. Throws `not-found` for a user without a second factor. */
export const renewOwnCodes = (deps: LoginContext, userId: number) =>
  change(deps, userId, async (trx, factors, now) => {
    if (!asksSecondFactor(factors)) throw new Problem('not-found')
    await noteLoginChange(trx, { actorId: userId, userId, action: 'recovery-codes-renewed' }, now)
    return { recovery_codes: await renewRecoveryCodes(trx, deps, userId, now) }
  })

/**
 * Removes all factors of a user who lost them, on behalf of a colleague, and ends all their logins. Refused for one's own
 * account: a passer-by at an open screen could do it. Throws `not-found` and `own-account`.
 */
export async function resetSecondFactor(deps: LoginContext, caller: Caller, userId: number): Promise<void> {
  if (caller.id === userId) throw new Problem('own-account')
  const now = deps.clock()
  await deps.database.transaction(async (trx) => {
    await lockAdministrators(trx, caller, userId)
    await requireUser(trx, userId)
    await trx.deleteFrom('passkey').where('user_id', '=', userId).execute()
    await trx.deleteFrom('totp').where('user_id', '=', userId).execute()
    await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await endLogins(trx, { userId, actorId: caller.id, ending: 'colleague' }, now)
    await noteLoginChange(trx, { actorId: caller.id, userId, action: 'second-factor-reset' }, now)
  })
  deps.letters.wake()
}
