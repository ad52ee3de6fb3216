import type { Transaction } from 'kysely'
import { compiledBySize, type Ids } from '#database/queries/compiled-by-size.ts'
import type { Tables } from '#database/tables.ts'
import type { BatchScope } from './batch-scope.ts'

/**
 * Makes every other transaction that decides about these students, or changes these moments, wait for this one.
 * Students before moments and both in id order: two batches can't wait for each other. Moments are shared, so that
 * batches of different students pass side by side while a closing waits for them and they for it.
 *
 * These are statements of their own, before anything is read: in READ COMMITTED a statement sees what was committed
 * when it started, so one that locks and reads would read what was true before it had to wait.
 */
export async function lockRows(trx: Transaction<Tables>, { userIds, testmomentIds }: BatchScope): Promise<void> {
  await lockStudents(trx, userIds)
  await shareMoments(trx, testmomentIds)
}

export type LockRows = typeof lockRows

const lockStudents = compiledBySize((trx, ids: Ids) =>
  trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate(),
)

const shareMoments = compiledBySize((trx, ids: Ids) =>
  trx.selectFrom('testmoment').select('id').where('id', 'in', ids).orderBy('id').forShare(),
)
