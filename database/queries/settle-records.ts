import type { ExpressionBuilder } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import type { Tables, Transaction } from '#database/tables.ts'
import { inChunks } from './batched-reads.ts'

/**
 * Updates `has_record` of these enrollments, for callers that wrote or removed attendance or a result, in the same transaction.
 * An enrollment with a record is never removed, see `mayUnenroll`. Where the answer changed, the student's screens are
 * notified.
 */
export async function settleRecords(trx: Transaction, enrollmentIds: readonly number[]): Promise<void> {
  const concerned = new Set<number>()
  for (const ids of inChunks(enrollmentIds))
    for (const has_record of [true, false])
      for (const { user_id } of await trx
        .updateTable('enrollment')
        .set({ has_record })
        .where('id', 'in', ids)
        .where('has_record', '=', !has_record)
        .where((where) => (has_record ? isRecorded(where) : where.not(isRecorded(where))))
        .returning('user_id')
        .execute())
        concerned.add(user_id)
  await announce(
    trx,
    [...concerned].map((user_id) => ({ event: 'enrollmentsChanged', user_id, testmoment_ids: [] })),
  )
}

const isRecorded = ({ or, exists, selectFrom }: ExpressionBuilder<Tables, 'enrollment'>) =>
  or([
    exists(selectFrom('presence').select('enrollment_id').whereRef('presence.enrollment_id', '=', 'enrollment.id')),
    exists(selectFrom('result').select('enrollment_id').whereRef('result.enrollment_id', '=', 'enrollment.id')),
  ])
