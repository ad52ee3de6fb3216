import { createHmac, randomInt } from 'node:crypto'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { Keys } from '#server/keys.ts'

const CODES_PER_SET = 10

/** No 0, 1, i, l or o: people copy codes from paper. 28 of these are 138 bits. Codes of eight, made before, count until renewed. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 7
const LETTERS_PER_GROUP = 4

interface RecoveryDeps {
  keys: Pick<Keys, 'identities'>
}

/** Replaces all codes of a user by ten new ones, like 'k7mq-2x9d-…'. They are returned only now. */
export async function renewRecoveryCodes(
  trx: Transaction,
  deps: RecoveryDeps,
  userId: number,
  now: number,
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < CODES_PER_SET) codes.add(Array.from({ length: GROUPS }, letters).join('-'))
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const created_at = new Date(now).toISOString()
  const rows = [...codes].map((code) => ({ user_id: userId, code_hash: hashOf(deps, userId, code), created_at }))
  await trx.insertInto('recovery_code').values(rows).execute()
  return [...codes]
}

const letters = (): string =>
  Array.from({ length: LETTERS_PER_GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Uses up a code, however it was typed; of two requests with the same code one gets true. */
export async function useRecoveryCode(
  trx: Transaction,
  deps: RecoveryDeps,
  userId: number,
  code: string,
  now: number,
): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_code')
    .set({ used_at: new Date(now).toISOString() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(deps, userId, code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(kysely: Kysely, userId: number): Promise<number> {
  const { left } = await kysely
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Keyed hash: a plain hash of so few letters could be reversed by an attacker with only a copy of the database. */
const hashOf = ({ keys }: RecoveryDeps, userId: number, code: string): string =>
  createHmac('sha256', keys.identities)
    .update(`recovery-code ${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest('base64url')
