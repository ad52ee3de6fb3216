import type { Transaction } from 'kysely'
import { takeTransactionLock } from '#database/engine/transaction-lock.ts'
import type { Tables } from '#database/tables.ts'

/** Another than the lock of migrations. */
const NAMES = 3_200_118

/**
 * Makes everybody else who gives a school year or department a name wait, until this transaction ends. No key can keep
 * two from one name: schools have some that are called alike. And no row can be locked for a name that nothing has yet.
 * After the school and the record, before students; a statement of its own, as in `lockStudents`.
 */
export const lockNames = (trx: Transaction<Tables>): Promise<void> => takeTransactionLock(trx, NAMES)
