import { nonceOfLinkKey } from '#api-server/auth/link-key.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ActivationRefusal } from '#domain/account/account.texts.ts'
import type { KeyRing } from '#server/key-ring.ts'

export type ActivationOutcome = { activated: true; username: string } | { activated: false; refusal: ActivationRefusal }

/** Opens an account by the key of its letter, once: of many at the same time one succeeds. */
export async function activateAccount(
  { database, links }: { database: Database; links: KeyRing },
  key: string,
  now: number,
): Promise<ActivationOutcome> {
  const nonce = nonceOfLinkKey(links, 'activation', key)
  if (nonce === undefined) return { activated: false, refusal: 'unknown' }

  const user = await database.kysely
    .updateTable('user')
    .set((column) => ({
      activated: true,
      activation_nonce: null,
      activation_expires_at: null,
      version: column('version', '+', 1),
    }))
    .where('activation_nonce', '=', nonce)
    .where('activation_expires_at', '>', new Date(now).toISOString())
    .returning('username')
    .executeTakeFirst()
  if (user) return { activated: true, username: user.username }

  const waiting = await database.kysely
    .selectFrom('user')
    .select('id')
    .where('activation_nonce', '=', nonce)
    .executeTakeFirst()
  return { activated: false, refusal: waiting ? 'expired' : 'unknown' }
}
