import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { HeldEnrollment } from './batch-state.ts'
import type { Decision } from './decide.ts'
import { insertEnrollments } from './insert-enrollments.ts'

/** Writes what was decided in at most two statements, and gives the new enrolments their ids. */
export async function writeDecisions(trx: Transaction<Tables>, decisions: readonly Decision[]): Promise<void> {
  // Removals first: who leaves and enrols again within one batch would else meet their own old row.
  const removed = enrollmentsOf(decisions, 'remove').flatMap(({ id }) => id ?? [])
  if (removed.length > 0) await trx.deleteFrom('enrollment').where('id', 'in', removed).execute()

  const created = enrollmentsOf(decisions, 'create')
  if (created.length === 0) return
  const rows = await insertEnrollments(trx, created)
  // RETURNING promises no order.
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  for (const enrollment of created) enrollment.id = ids.get(keyOf(enrollment))
}

const enrollmentsOf = (decisions: readonly Decision[], kind: 'create' | 'remove'): HeldEnrollment[] =>
  decisions.flatMap((decision) => (decision.kind === kind ? decision.enrollment : []))

const keyOf = ({
  user_id,
  testmoment_id,
  module_id,
}: Pick<HeldEnrollment, 'user_id' | 'testmoment_id' | 'module_id'>) => `${user_id} ${testmoment_id} ${module_id}`
