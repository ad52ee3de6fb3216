import { linkKeyOf } from '#api-server/auth/link-key.ts'
import type { UserRow } from '#database/tables.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Caller } from '#server/bearer.ts'
import type { KeyRing } from '#server/key-ring.ts'
import { type ShownUser, userReply } from './user-reply.ts'

type ShownAccount = ShownUser & Pick<UserRow, 'activation_nonce' | 'activation_expires_at'>

/** An administrator also sees the activation link of an account that waits for it, to hand it over when mail does not. */
export function accountReply(row: ShownAccount, reader: Caller, links: KeyRing): User {
  const user = userReply(row, reader)
  if (!isAdmin(reader) || row.activation_nonce === null || row.activation_expires_at === null) return user
  return {
    ...user,
    activation_key: linkKeyOf(links, 'activation', row.activation_nonce),
    activation_expires_at: row.activation_expires_at,
  }
}
