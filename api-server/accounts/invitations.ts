import { sql } from 'kysely'
import { ACTIVATED, endRegistrations } from '#api-server/accounts/activate-account.ts'
import { voidLinks } from '#api-server/accounts/give-address.ts'
import { isNeverUsed } from '#api-server/facts/account.queries.ts'
import { activationExpiry, invitationExpiry, newLinkNonce, registrationEnd } from '#api-server/facts/link-key.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findUser } from '#api-server/facts/user.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import type { AccountDeps } from './register-account.ts'

/** Sends each user a link to choose their first password, which also activates their account. For hundreds at a time. */
export async function inviteUsers(trx: Transaction, userIds: readonly number[], now: number): Promise<void> {
  const created_at = new Date(now).toISOString()
  const expires_at = invitationExpiry(now)
  const invitations = await trx
    .insertInto('password_reset')
    .values(userIds.map((user_id) => ({ nonce: newLinkNonce(), user_id, created_at, expires_at })))
    .returning('id')
    .execute()
  const payloads = invitations.map(({ id }) => ({ password_reset_id: id }))
  await enqueueAll(trx, 'invitation-letter', payloads, now)
}

/** Gives each of these inactive accounts a new activation link; one that was only registered is kept longer. */
export async function renewActivations(trx: Transaction, userIds: readonly number[], now: number): Promise<void> {
  const given = userIds.map((id) => sql`(cast(${id} as integer), ${newLinkNonce()})`)
  // Both engines name the columns of VALUES like this.
  await sql`
    update "user" set activation_nonce = given.column2, activation_expires_at = ${activationExpiry(now)}
    from (values ${sql.join(given)}) as given
    where "user".id = given.column1`.execute(trx)
  await trx
    .updateTable('user')
    .set({ registration_ends_at: registrationEnd(now) })
    .where('id', 'in', userIds)
    .where('registration_ends_at', 'is not', null)
    .execute()
}

/**
 * Renews the activation link and sends a letter to choose a password: passwords chosen when the address was registered do not
 * count, since nobody verified them. Throws `not-found` or `account-activated`.
 */
export async function resendActivation(
  { database, letters }: Pick<AccountDeps, 'database' | 'letters'>,
  caller: Caller,
  userId: number,
  now: number,
): Promise<void> {
  const renewed = await database.transaction(async (trx) => {
    const waiting = trx.selectFrom('user').select('id').where('id', '=', userId).where('activated', '=', false)
    if (!(await waiting.forNoKeyUpdate().executeTakeFirst())) return false
    await renewActivations(trx, [userId], now)
    await inviteUsers(trx, [userId], now)
    const change = { action: 'activation-resent', resource: 'user', resourceId: userId } as const
    await recordChange(trx, { actorId: caller.id, ...change }, now)
    return true
  })
  if (!renewed) throw new Problem((await findUser(database.kysely, userId)) ? 'account-activated' : 'not-found')
  letters.wake()
}

/**
 * Makes an account with this (normalised) username, or the existing one, an administrator; called by the administrator of the
 * server. Returns the nonce of the first link, or undefined if the account is activated or was ever used: that account is
 * switched on, its owner logs in as before, and nobody gets a link to it. An unused account may have been
 * registered by somebody else, so no password chosen for it counts. Until `linkUntil` (ms since the epoch) a login through the
 * school is linked to it by address alone.
 */
export const makeAdministrator = (
  database: Database,
  username: string,
  now: number,
  { linkUntil }: { linkUntil?: number | undefined } = {},
): Promise<string | undefined> =>
  database.transaction(async (trx) => {
    const at = new Date(now).toISOString()
    const account = await trx
      .selectFrom('user')
      .select(['id', 'activated'])
      .select((user) => user.case().when(isNeverUsed(user)).then(1).else(0).end().as('never_used'))
      .where('username', '=', username)
      .forUpdate()
      .executeTakeFirst()
    const { id } =
      account ??
      (await trx
        .insertInto('user')
        .values({ ...findable({ username, first_name: '', last_name: '' }), roles: 'ROLE_ADMIN', created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow())
    const nonce = newLinkNonce()
    const begins = !account || (!account.activated && account.never_used === 1)
    if (begins) await voidLinks(trx, id)
    else await endRegistrations(trx, [id])
    await trx
      .updateTable('user')
      .set((column) => ({
        roles: 'ROLE_ADMIN',
        registration_ends_at: null,
        identity_link_until: linkUntil === undefined ? null : new Date(linkUntil).toISOString(),
        token_version: column('token_version', '+', 1),
        version: column('version', '+', 1),
        ...(begins ? { activation_nonce: nonce, activation_expires_at: activationExpiry(now) } : ACTIVATED),
      }))
      .where('id', '=', id)
      .execute()
    const action = account ? 'edited' : 'created'
    const fields = account && !account.activated && !begins ? ['activated', 'roles'] : ['roles']
    await recordChange(trx, { actorId: null, action, resource: 'user', resourceId: id, fields }, now)
    return begins ? nonce : undefined
  })
