import type { Transaction } from 'kysely'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import { listEnrollmentsAtTestmoment } from '#api-server/queries/list-enrollments-at-testmoment.ts'
import type { Tables } from '#database/tables.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import type { Consequences } from '#domain/entities/consequence.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { isWithdrawn, type ListedModule } from '#domain/testmoments/testmoment-edit.rules.ts'

export interface Withdrawal {
  moment: TestmomentRow
  before: readonly ListedModule[]
  after: readonly ListedModule[]
}

/**
 * Ends the enrollments in what a moment no longer offers; those at a past one are history and stay. Gives what came of
 * it, which the larger transaction asks about: this is a step of it. It has locked the moment for itself.
 */
export async function withdrawModules(
  trx: Transaction<Tables>,
  { moment, before, after }: Withdrawal,
  now: number,
): Promise<Consequences> {
  const held = isCurrent(moment, now) ? await listEnrollmentsAtTestmoment(trx, moment.id) : []
  const lost = held.filter(({ module_id, module_active }) =>
    isWithdrawn({ id: module_id, active: module_active }, { before, after }),
  )
  if (lost.length > 0)
    await trx
      .deleteFrom('enrollment')
      .where('testmoment_id', '=', moment.id)
      .where('module_id', 'in', [...new Set(lost.map(({ module_id }) => module_id))])
      .execute()
  return {
    ...noConsequences,
    enrollments_deleted: lost.length,
    students: new Set(lost.map(({ user_id }) => user_id)).size,
    opens_all_modules: before.length > 0 && after.length === 0,
  }
}
