import { sql } from 'kysely'
import { ACTIVATED } from '#api-server/accounts/activate-account.ts'
import { voidLinks } from '#api-server/accounts/give-address.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { inSource } from '#api-server/facts/user.queries.ts'
import { lockIdentity, lockStudents } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import {
  type AccountToMake,
  addressIn,
  decideSchoolLogin as decide,
  type KnownHere,
  type LinkableAccount,
  numberIn,
  type SchoolClaims,
  type SchoolLoginDecision,
  type WantedLogin,
} from '#domain/logins/linking.rules.ts'
import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import { isMerelyStudent } from '#domain/users/followed.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { SchoolLoginConfig } from '#server/login-config.ts'
import { endLogins } from '../sessions/end-sessions.ts'
import { barCodeOf, isBarred, keepNotices, noteTry, personOf } from './bars-and-notices.ts'

export interface LinkingDeps {
  database: Pick<Database, 'isUniqueViolation'>
  school: Pick<SchoolLoginConfig, 'trustedDomains'>
  /** key of `Keys` */
  identitiesKey: Buffer
  /** whether students follow a system of the school */
  hasSource?: boolean
}

export type SchoolLoginOutcome =
  | { userId: number; tokenVersion: number; identityId: number }
  /** `code` by which an administrator recognizes a barred person */
  | { failure: SchoolLoginFailure; code?: string }

/** Most attempts, in case others take the address or the student number meanwhile. */
const ATTEMPTS = 5

/**
 * Finds or makes the account of a person who proved their identity at the school's provider, and applies the rules of
 * linking to it; refusals are committed too. A step of the transaction that passes the outcome on. The caller wakes the
 * letters after the commit.
 */
export async function decideSchoolLogin(
  trx: Transaction,
  deps: LinkingDeps,
  claims: SchoolClaims,
  wish: WantedLogin,
  now: number,
): Promise<SchoolLoginOutcome> {
  const person = personOf(deps.identitiesKey, claims)
  await lockIdentity(trx, person.number)
  const { trustedDomains } = deps.school
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await loadKnown(trx, claims, { wish, barHash: person.hash, hasSource: deps.hasSource ?? false })
    const decision = decide(claims, wish, known, { trustedDomains, now })
    if (decision.does === 'refuse') {
      if (decision.failure !== 'barred') return { failure: decision.failure }
      await noteTry(trx, person.hash, now)
      return { failure: 'barred', code: barCodeOf(person.hash) }
    }
    const userId = await unlessOvertaken(trx, deps.database, () =>
      decision.does === 'make'
        ? makeAccount(trx, decision, now)
        : changeAccount(trx, decision, accountIn(known, decision.userId), now),
    )
    if (userId !== undefined) return keepIdentity(trx, claims, userId, now)
  }
  return { failure: 'unavailable' }
}

/** Loads the accounts concerned under their locks. Accounts found only after locking are locked too, and all are read again. */
async function loadKnown(
  trx: Transaction,
  claims: SchoolClaims,
  { wish, barHash, hasSource }: { wish: WantedLogin; barHash: string; hasSource: boolean },
): Promise<KnownHere> {
  const locked = new Set<number>()
  for (;;) {
    const ids = await findConcerned(trx, claims, wish)
    const fresh = Object.values(ids).flatMap((id) => (id === undefined || locked.has(id) ? [] : [id]))
    if (fresh.length === 0) {
      const accounts = await loadAccounts(trx, [...locked], { issuer: claims.issuer, hasSource })
      const account = (id: number | undefined) => (id === undefined ? undefined : accounts.get(id))
      return {
        isBarred: await isBarred(trx, barHash),
        linked: account(ids.linked),
        byAddress: account(ids.byAddress),
        byNumber: account(ids.byNumber),
        asking: account(ids.asking),
      }
    }
    await lockStudents(trx, fresh)
    for (const id of fresh) locked.add(id)
  }
}

type Concerned = Record<'linked' | 'byAddress' | 'byNumber' | 'asking', number | undefined>

async function findConcerned(trx: Transaction, claims: SchoolClaims, wish: WantedLogin): Promise<Concerned> {
  const identity = await trx
    .selectFrom('external_identity')
    .select('user_id')
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .executeTakeFirst()
  const withValue = async (column: 'username' | 'student_number', value: string | undefined) => {
    if (value === undefined) return undefined
    const user = await trx.selectFrom('user').select('id').where(column, '=', value).executeTakeFirst()
    return user?.id
  }
  return {
    linked: identity?.user_id,
    byAddress: await withValue('username', addressIn(claims)),
    byNumber: await withValue('student_number', numberIn(claims)),
    asking: wish.purpose === 'login' ? undefined : wish.userId,
  }
}

async function loadAccounts(
  trx: Transaction,
  ids: readonly number[],
  { issuer, hasSource }: { issuer: string; hasSource: boolean },
) {
  if (ids.length === 0) return new Map<number, LinkableAccount>()
  const users = await trx
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'student_number', 'roles', 'activated', 'password_hash'])
    .select(['activation_nonce', 'registration_ends_at', 'identity_link_until'])
    .select(inSource)
    .where('id', 'in', ids)
    .execute()
  const identities = await trx
    .selectFrom('external_identity')
    .select(['user_id', 'issuer'])
    .where('user_id', 'in', ids)
    .execute()
  const sessions = await trx.selectFrom('session').select('user_id').distinct().where('user_id', 'in', ids).execute()
  const [haveIdentity, haveBeenIn] = [identities, sessions].map((rows) => new Set(rows.map(({ user_id }) => user_id)))
  return new Map<number, LinkableAccount>(
    users.map(({ password_hash, activation_nonce, registration_ends_at, in_source, ...user }) => {
      const waits = !user.activated && activation_nonce !== null
      return [
        user.id,
        {
          ...user,
          roles: rolesOf(user),
          ...(hasSource && in_source && isMerelyStudent({ roles: rolesOf(user) }) && { follows_source: true as const }),
          isOff: !(user.activated || waits),
          isUntouched:
            waits &&
            registration_ends_at === null &&
            password_hash === null &&
            !haveIdentity?.has(user.id) &&
            !haveBeenIn?.has(user.id),
          isLinked: identities.some((identity) => identity.user_id === user.id && identity.issuer === issuer),
        },
      ]
    }),
  )
}

function accountIn({ linked, byAddress, byNumber, asking }: KnownHere, id: number): LinkableAccount {
  const account = [linked, byAddress, byNumber, asking].find((known) => known?.id === id)
  if (!account) throw new Error(`account ${id} was decided about and not read`)
  return account
}

/**
 * Returns the result of `write`; undefined, with nothing written, if another transaction takes the address or student number at
 * the same time: registering, importing and editing hold no lock on rows that do not exist yet.
 */
async function unlessOvertaken<Result>(
  trx: Transaction,
  database: LinkingDeps['database'],
  write: () => Promise<Result>,
): Promise<Result | undefined> {
  await sql`savepoint school_login`.execute(trx)
  try {
    const result = await write()
    await sql`release savepoint school_login`.execute(trx)
    return result
  } catch (error) {
    if (!database.isUniqueViolation(error)) throw error
    await sql`rollback to savepoint school_login`.execute(trx)
    return undefined
  }
}

type Making = Extract<SchoolLoginDecision, { does: 'make' }>
type Admitting = Extract<SchoolLoginDecision, { does: 'admit' }>

async function makeAccount(trx: Transaction, { account, notices }: Making, now: number): Promise<number> {
  const { role, onboarding_step, ...person }: AccountToMake = account
  const { id } = await trx
    .insertInto('user')
    .values({
      ...findable(person),
      roles: role,
      onboarding_step,
      activated: true,
      created_at: new Date(now).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChange(trx, { actorId: null, action: 'created', resource: 'user', resourceId: id }, now)
  await keepNotices(trx, id, notices, now)
  return id
}

async function changeAccount(
  trx: Transaction,
  { links, activates, changes, notices }: Admitting,
  account: LinkableAccount,
  now: number,
): Promise<number> {
  const { id, username, first_name, last_name, student_number } = account
  const fields = Object.keys(changes).toSorted()
  if (links || activates || fields.length > 0)
    await trx
      .updateTable('user')
      .set((column) => ({
        ...(fields.length > 0 && findable({ username, first_name, last_name, student_number, ...changes })),
        ...(activates && { ...ACTIVATED, password_hash: null }),
        // The permission to link was for one login, which is this one.
        ...(links && { identity_link_until: null }),
        version: column('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  // An earlier way in does not prove that the address is theirs.
  if (activates) await endLogins(trx, { userId: id, actorId: null, ending: 'school' }, now)
  if (activates || changes.username !== undefined) await voidLinks(trx, id)
  const noted = activates ? [...fields, 'activated'].toSorted() : fields
  if (noted.length > 0)
    await recordChange(trx, { actorId: null, action: 'edited', resource: 'user', resourceId: id, fields: noted }, now)
  if (links) {
    await recordChange(trx, { actorId: id, action: 'school-linked', resource: 'user', resourceId: id }, now)
    if (account.activated) await enqueue(trx, 'login-changed-letter', { user_id: id, changed: 'school-linked' }, now)
  }
  await keepNotices(trx, id, notices, now)
  return id
}

/** Links the identity to this user, or notes that it was used again. */
async function keepIdentity(
  trx: Transaction,
  { issuer, subject }: SchoolClaims,
  user_id: number,
  now: number,
): Promise<SchoolLoginOutcome> {
  const at = new Date(now).toISOString()
  const { id } = await trx
    .insertInto('external_identity')
    .values({ user_id, issuer, subject, linked_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ last_used_at: at }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token_version } = await trx
    .selectFrom('user')
    .select('token_version')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { userId: user_id, tokenVersion: token_version, identityId: id }
}
