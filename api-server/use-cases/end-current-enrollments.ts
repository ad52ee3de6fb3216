import type { Transaction } from 'kysely'
import { shareTestmoments } from '#api-server/platform/locks.ts'
import { listEnrollmentsInModules } from '#api-server/queries/list-enrollments-in-modules.ts'
import type { Tables } from '#database/tables.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { announceCounts } from './announce-counts.ts'

/**
 * Ends a student's enrollments in these modules, also where enrollment is closed, and gives how many; past ones are
 * history and stay. A step of a larger transaction, which has locked the student.
 */
export async function endCurrentEnrollments(
  trx: Transaction<Tables>,
  question: { userId: number; moduleIds: readonly number[] },
  clock: () => number,
): Promise<number> {
  const held = await listEnrollmentsInModules(trx, question)
  if (held.length === 0) return 0
  await shareTestmoments(trx, [...new Set(held.map(({ testmoment_id }) => testmoment_id))])

  const now = clock()
  const current = (await listEnrollmentsInModules(trx, question)).filter((enrollment) => isCurrent(enrollment, now))
  if (current.length === 0) return 0
  const ids = current.map(({ id }) => id)
  await trx.deleteFrom('enrollment').where('id', 'in', ids).execute()
  await announceCounts(trx, current)
  return current.length
}
