import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * Takes for itself what automatic enrollment goes by, until this transaction ends: for whoever changes it for many (a
 * toggle, a module added, a year activated). First of all locks, see locks.rationale.md.
 */
export async function lockSchool(trx: Transaction<Tables>): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').orderBy('id').forNoKeyUpdate().execute()
}
