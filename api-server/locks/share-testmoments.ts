import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Keeps these moments as they are until this transaction ends. Like the enrolment desk: after the students, by id. */
export async function shareTestmoments(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx.selectFrom('testmoment').select('id').where('id', 'in', ids).orderBy('id').forShare().execute()
}
