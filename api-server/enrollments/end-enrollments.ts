import { deleteByIds } from '#database/queries/delete-by-ids.ts'
import type { Transaction } from '#database/tables.ts'
import { announceCounts } from './automatic-enrollment.ts'
import { confirmUnenrolled } from './enrollment-letter.ts'

interface EndedEnrollment {
  id: number
  user_id: number
  testmoment_id: number
  module_id: number
}

/**
 * Deletes enrollments that end with another change, with letters and counts. The caller has locked the students and shared
 * the moments.
 */
export async function endEnrollments(trx: Transaction, ended: readonly EndedEnrollment[], now: number): Promise<void> {
  const ids = ended.map(({ id }) => id)
  await deleteByIds(trx, 'enrollment', ids)
  await confirmUnenrolled(trx, ended, now)
  await announceCounts(trx, ended)
}
