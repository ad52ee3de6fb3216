import type { Transaction } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import type { Tables } from '#database/tables.ts'

/**
 * Has administrators see how many there are now at the moments of these enrollments, made or ended. Whose they are is
 * told, or not, by who brought it about: of a toggle that enrolls thousands everybody hears anyway.
 */
export async function announceCounts(
  trx: Transaction<Tables>,
  enrollments: readonly { testmoment_id: number }[],
): Promise<void> {
  const ids = [...new Set(enrollments.map(({ testmoment_id }) => testmoment_id))]
  await announce(
    trx,
    ids.map((id) => ({ event: 'enrollmentsChanged', testmoment_ids: [id] })),
  )
}
