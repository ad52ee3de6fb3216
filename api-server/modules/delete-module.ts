import type { Deps } from '#api-server/context.ts'
import { changeModulesOf } from '#api-server/departments/department-modules.ts'
import { countModuleUse } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireConfirmation } from '#api-server/platform/edits.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import type { Transaction } from '#database/tables.ts'
import { noConsequences, sumOf } from '#domain/consequences/consequence.rules.ts'
import { isUnused } from '#domain/modules/module.rules.ts'
import type { Module, ModuleUse } from '#domain/modules/module.schema.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { findModule } from './edit-module.ts'

/**
 * Deletes a module without dependent records, removes it from its departments, and returns it as it was. The removal locks the
 * departments' students, who alone could enroll in it. Throws `not-found`, `module-in-use` with the records, or
 * `confirmation-needed`.
 */
export async function deleteModule(
  { database, clock }: Deps,
  actor: Actor,
  { id, confirmed }: { id: number; confirmed: string | undefined },
): Promise<Module> {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    const module = await findModule(trx, id)
    if (!module) throw new Problem('not-found')
    await requireUnused(trx, id)
    const wishes = await listHolders(trx, id)
    const changed = await changeModulesOf(trx, { actor, wishes }, clock)
    const consequences = sumOf(changed.map((each) => each.consequences))
    // A student enrolled between the check and the locks.
    const { enrollments_deleted: enrollments, waits_ended: waits = 0 } = consequences
    if (enrollments + waits > 0)
      throw new Problem('module-in-use', { details: { use: { ...noUse, enrollments, waits } } })

    // The last lock: marking a module as completed shares this row, after the student.
    await trx.selectFrom('module').select('id').where('id', '=', id).forUpdate().execute()
    await requireUnused(trx, id)
    const departments_losing = changed.map(({ department }) => department.name).toSorted()
    const { offers_nothing } = consequences
    requireConfirmation({ ...noConsequences, offers_nothing, departments_losing, deletes_module: true }, confirmed)
    await trx.deleteFrom('module').where('id', '=', id).execute()
    const deleted = { resource: 'module', resourceId: id, subject: module.name } as const
    await recordChange(trx, { actorId: actor.id, action: 'deleted', ...deleted }, clock())
    return module
  })
}

async function listHolders(trx: Transaction, moduleId: number) {
  const holders = await trx
    .selectFrom('education_department_module')
    .select('education_department_id')
    .where('module_id', '=', moduleId)
    .execute()
  return holders.map(({ education_department_id }) => ({
    id: education_department_id,
    how: 'add' as const,
    module_ids: [],
    removed_ids: [moduleId],
  }))
}

const noUse: ModuleUse = { enrollments: 0, completions: 0, waits: 0, testmoments: 0 }

async function requireUnused(trx: Transaction, id: number): Promise<void> {
  const use = await countModuleUse(trx, id)
  if (!isUnused(use)) throw new Problem('module-in-use', { details: { use } })
}
