import type { Transaction } from 'kysely'
import { linkKeyOf, newLinkNonce, nonceOfLinkKey } from '#api-server/auth/link-key.ts'
import { resetExpiry } from '#api-server/auth/link-limits.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { ActivationRefusal } from '#domain/account/account.texts.ts'
import type { KeyRing } from '#server/key-ring.ts'

export type ActivationOutcome =
  /** with the key to choose a password by, for one that never had any */
  | { activated: true; account: { username: string; reset_key?: string } }
  | { activated: false; refusal: ActivationRefusal }

/** Opens an account by the key of its letter, once: of many at the same time one succeeds. */
export async function activateAccount(
  { database, links }: { database: Database; links: KeyRing },
  key: string,
  now: number,
): Promise<ActivationOutcome> {
  const nonce = nonceOfLinkKey(links, 'activation', key)
  if (nonce === undefined) return { activated: false, refusal: 'unknown' }

  const account = await database.transaction(async (trx) => {
    const user = await activate(trx, nonce, now)
    if (!user) return undefined
    const { id, username, password_hash } = user
    if (password_hash !== null) return { username }
    return { username, reset_key: linkKeyOf(links, 'password-reset', await beginReset(trx, id, now)) }
  })
  if (account) return { activated: true, account }

  const waiting = await database.kysely
    .selectFrom('user')
    .select('id')
    .where('activation_nonce', '=', nonce)
    .executeTakeFirst()
  return { activated: false, refusal: waiting ? 'expired' : 'unknown' }
}

const activate = (trx: Transaction<Tables>, nonce: string, now: number) =>
  trx
    .updateTable('user')
    .set((column) => ({
      activated: true,
      activation_nonce: null,
      activation_expires_at: null,
      version: column('version', '+', 1),
    }))
    .where('activation_nonce', '=', nonce)
    .where('activation_expires_at', '>', new Date(now).toISOString())
    .returning(['id', 'username', 'password_hash'])
    .executeTakeFirst()

async function beginReset(trx: Transaction<Tables>, user_id: number, now: number): Promise<string> {
  const nonce = newLinkNonce()
  const created_at = new Date(now).toISOString()
  await trx
    .insertInto('password_reset')
    .values({ nonce, user_id, created_at, expires_at: resetExpiry(now) })
    .execute()
  return nonce
}
