import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { HeldEnrollment } from './batch-state.ts'
import type { Decision } from './decision.ts'
import { insertEnrollments, insertMovedEnrollments } from './insert-enrollments.ts'

/** Writes what was decided in at most three statements, and gives the new enrollments their ids. */
export async function writeDecisions(trx: Transaction<Tables>, decisions: readonly Decision[]): Promise<void> {
  // Removals first: who leaves and enrolls again within one batch would else meet their own old row.
  const removed = decisions.flatMap((decision) => removedBy(decision)?.id ?? [])
  if (removed.length > 0) await trx.deleteFrom('enrollment').where('id', 'in', removed).execute()

  const created = decisions.flatMap((decision) => createdBy(decision) ?? [])
  const moved = created.filter(({ calendar_id }) => calendar_id !== null)
  const rows = [
    ...(await insertEnrollments(
      trx,
      created.filter(({ calendar_id }) => calendar_id === null),
    )),
    ...(await insertMovedEnrollments(trx, moved)),
  ]
  // RETURNING promises no order.
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  for (const enrollment of created) enrollment.id = ids.get(keyOf(enrollment))
}

function removedBy(decision: Decision): HeldEnrollment | undefined {
  if (decision.kind === 'move') return decision.left
  return decision.kind === 'remove' ? decision.enrollment : undefined
}

const createdBy = (decision: Decision): HeldEnrollment | undefined =>
  decision.kind === 'create' || decision.kind === 'move' ? decision.enrollment : undefined

const keyOf = ({
  user_id,
  testmoment_id,
  module_id,
}: Pick<HeldEnrollment, 'user_id' | 'testmoment_id' | 'module_id'>) => `${user_id} ${testmoment_id} ${module_id}`
