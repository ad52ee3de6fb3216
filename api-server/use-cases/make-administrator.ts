import { recordChange } from '#api-server/audit/record-change.ts'
import { endRegistrations } from '#api-server/auth/activated.ts'
import { newLinkNonce } from '#api-server/auth/link-key.ts'
import { activationExpiry } from '#api-server/auth/link-limits.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'

/**
 * For whoever runs the server: makes an account with this (normalised) username, or the one that there is, an
 * administrator's. Gives the nonce of the link by which they begin, or undefined for one that was activated before, whose
 * owner has a password. One that was not may have been registered by somebody else: no password that was chosen then counts.
 */
export const makeAdministrator = (database: Database, username: string, now: number): Promise<string | undefined> =>
  database.transaction(async (trx) => {
    const at = new Date(now).toISOString()
    const account = await trx
      .selectFrom('user')
      .select(['id', 'activated'])
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
    await trx
      .updateTable('user')
      .set((column) => ({
        roles: 'ROLE_ADMIN',
        registration_ends_at: null,
        token_version: column('token_version', '+', 1),
        version: column('version', '+', 1),
        ...(!account?.activated && {
          password_hash: null,
          activation_nonce: nonce,
          activation_expires_at: activationExpiry(now),
        }),
      }))
      .where('id', '=', id)
      .execute()
    const action = account ? 'edited' : 'created'
    await recordChange(trx, { actorId: null, action, resource: 'user', resourceId: id, fields: ['roles'] }, now)
    if (account?.activated) return undefined
    await endRegistrations(trx, [id])
    await trx.deleteFrom('password_reset').where('user_id', '=', id).execute()
    return nonce
  })
