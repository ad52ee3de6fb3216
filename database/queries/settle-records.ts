import type { ExpressionBuilder, Transaction } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import type { Tables } from '#database/tables.ts'
import { inChunks } from './batched-reads.ts'

/**
 * Says of these enrollments whether a presence or a result belongs to them, as it is now: for callers that wrote or removed one,
 * in the same transaction. One that has a record is never removed, see `mayUnenroll`. Their students' screens are notified
 * where that is another answer than before.
 */
export async function settleRecords(trx: Transaction<Tables>, enrollmentIds: readonly number[]): Promise<void> {
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
