import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { ADMINISTRATORS } from '#database/user-roles.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Makes every other change of an administrator's rights wait for this one, and every other transaction that decides
 * about this user. In the order of ids, and a statement of its own, as in `lockStudents`.
 *
 * Gives how many activated administrators there are. Throws `token-revoked` when the caller is none of them any more:
 * of two who demote each other at once, the second does it no longer.
 */
export async function lockAdministrators(
  trx: Transaction<Tables>,
  caller: Pick<Caller, 'id'>,
  userId: number,
): Promise<number> {
  await trx
    .selectFrom('user')
    .select('id')
    .where(({ or, eb }) => or([eb('roles', 'in', ADMINISTRATORS), eb('id', '=', userId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const administrators = await trx
    .selectFrom('user')
    .select('id')
    .where('roles', 'in', ADMINISTRATORS)
    .where('activated', '=', true)
    .execute()
  if (!administrators.some(({ id }) => id === caller.id)) throw new Problem('token-revoked')
  return administrators.length
}
