import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { ADMINISTRATORS } from '#database/user-roles.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Makes every other change of an administrator's rights wait for this one, and every other transaction that decides
 * about this user. In the order of ids, and a statement of its own, as in `lockStudents`.
 *
 * Throws `token-revoked` when the caller is no activated administrator any more: of two who demote each other at once,
 * the second does it no longer. Since nobody demotes themselves, one always stays.
 */
export async function lockAdministrators(
  trx: Transaction<Tables>,
  caller: Pick<Caller, 'id'>,
  userId: number,
): Promise<void> {
  await trx
    .selectFrom('user')
    .select('id')
    .where(({ or, eb }) => or([eb('roles', 'in', ADMINISTRATORS), eb('id', '=', userId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const administrator = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', caller.id)
    .where('roles', 'in', ADMINISTRATORS)
    .where('activated', '=', true)
    .executeTakeFirst()
  if (!administrator) throw new Problem('token-revoked')
}
