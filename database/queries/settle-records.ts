import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { inChunks } from './batched-reads.ts'

/**
 * Says of these enrollments whether a presence or a result belongs to them, as it is now: for whoever wrote or removed one,
 * in the same transaction. One that has a record is never removed, see `mayUnenroll`.
 */
export async function settleRecords(trx: Transaction<Tables>, enrollmentIds: readonly number[]): Promise<void> {
  for (const ids of inChunks(enrollmentIds))
    await trx
      .updateTable('enrollment')
      .set(({ or, exists, selectFrom }) => ({
        has_record: or([
          exists(
            selectFrom('presence').select('enrollment_id').whereRef('presence.enrollment_id', '=', 'enrollment.id'),
          ),
          exists(selectFrom('result').select('enrollment_id').whereRef('result.enrollment_id', '=', 'enrollment.id')),
        ]).$castTo<boolean>(),
      }))
      .where('id', 'in', ids)
      .execute()
}
