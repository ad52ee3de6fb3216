import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/audit/record-change.ts'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import type { Tables } from '#database/tables.ts'
import type { ListedModule } from '#domain/testmoments/testmoment-edit.rules.ts'

export interface ModulesChange {
  moment: TestmomentRow
  before: readonly ListedModule[]
  after: readonly ListedModule[]
  actorId: number
}

/** Writes what differs and gives the moment's version, a new one if anything does. A step of a larger transaction. */
export async function writeTestmomentModules(
  trx: Transaction<Tables>,
  { moment: { id, version }, before, after, actorId }: ModulesChange,
  now: number,
): Promise<number> {
  const removed = without(before, after)
  const written = without(after, before)
  if (removed.length === 0 && written.length === 0) return version
  const replaced = [...removed, ...written].map((module) => module.id)
  await trx.deleteFrom('testmoment_module').where('testmoment_id', '=', id).where('module_id', 'in', replaced).execute()
  if (written.length > 0)
    await trx
      .insertInto('testmoment_module')
      .values(written.map((module) => ({ testmoment_id: id, module_id: module.id, auto_enroll: module.auto_enroll })))
      .execute()
  await trx
    .updateTable('testmoment')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute()
  const change = {
    actorId,
    action: 'modules-edited',
    resource: 'testmoment',
    resourceId: id,
    fields: ['modules'],
  } as const
  await recordChange(trx, change, now)
  return version + 1
}

/** Those that the other list does not hold just so. */
function without(modules: readonly ListedModule[], others: readonly ListedModule[]): ListedModule[] {
  const toggles = new Map(others.map(({ id, auto_enroll }) => [id, auto_enroll]))
  return modules.filter(({ id, auto_enroll }) => toggles.get(id) !== auto_enroll)
}
