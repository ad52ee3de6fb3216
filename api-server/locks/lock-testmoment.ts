import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * Takes one moment for itself, until this transaction ends: for whoever changes it. Whoever enrolls or leaves there is
 * done before, or comes after and sees the change. After the school and the students, and never a second one, see
 * locks.rationale.md.
 */
export async function lockTestmoment(trx: Transaction<Tables>, id: number): Promise<void> {
  await trx.selectFrom('testmoment').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
