import type { Transaction } from 'kysely'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Tables } from '#database/tables.ts'
import type { BatchScope } from './batch-scope.ts'

/** What keeps the limits: batches about the same student pass one by one, and a closing waits for them and they for it. */
export async function lockRows(trx: Transaction<Tables>, { userIds, testmomentIds }: BatchScope): Promise<void> {
  await lockStudents(trx, userIds)
  await shareTestmoments(trx, testmomentIds)
}

export type LockRows = typeof lockRows
