import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/audit/record-change.ts'
import { listUsersOfDepartment } from '#api-server/departments/department.queries.ts'
import {
  countDepartmentEnrollments,
  type DepartmentEnrollments,
  deleteDepartmentEnrollments,
} from '#api-server/enrollments/enrollment.queries.ts'
import { countLostWaits } from '#api-server/enrollments/waiting/lost-waits.ts'
import { lockRow, lockSchool, lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { type ModulesWish, modulesChange } from '#domain/departments/department.rules.ts'
import { departmentModulesTexts } from '#domain/departments/department.texts.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import type { Consequences } from '#domain/entities/consequence.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { enrollStudents, noneMade } from '../enrollments/automatic-enrollment.ts'
import { requireModules } from '../modules/module.queries.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { listCurrentTestmoments } from '../testmoments/testmoment.queries.ts'
import { describeDepartment } from './describe-departments.ts'

export interface DepartmentModulesEdit extends ModulesWish {
  id: number
  version?: number | undefined
  confirmed?: string | undefined
}

/**
 * Gives a department other modules. What it loses ends its students' current enrollments there, which asks first; what it
 * gains enrolls them where that is automatic. Throws `version-stale`, `module-unknown` or `confirmation-needed`.
 */
export async function changeDepartmentModules(
  { database, clock }: { database: Database; clock: () => number },
  actor: Pick<Caller, 'id' | 'roles'>,
  { id, version, confirmed, ...wish }: DepartmentModulesEdit,
) {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    await lockRow(trx, 'education_department', id)
    const before = await describeDepartment(trx, id, actor)
    const wished = await requireModules(trx, wish.module_ids)
    requireVersion(
      { version, modules: namesOf(wished) },
      { version: before.version, modules: namesOf(before.modules) },
      { texts: departmentModulesTexts, reply: before },
    )
    const held = before.modules.map((module) => module.id)
    const { added, removed, loses_all } = modulesChange(held, wish)
    if (added.length + removed.length === 0) return { department: before, enrollments_deleted: 0, ...noneMade }

    const loss = { departmentId: id, moduleIds: removed, loses_all }
    const lost = removed.length > 0 ? await unenrollFromLostModules(trx, loss, clock) : noConsequences
    await writeModules(trx, id, { added, removed, version: before.version + 1 })
    const names = (modules: typeof wished | typeof before.modules, ids: readonly number[]) =>
      namesOf(modules.filter((module) => ids.includes(module.id)))
    const changes = { modules: [names(before.modules, removed), names(wished, added)] } as const
    const change = { resource: 'education_department', resourceId: id, changes } as const
    await recordChange(trx, { actorId: actor.id, action: 'modules-edited', ...change }, clock())
    const gain = { departmentId: id, moduleIds: new Set(added) }
    const made = added.length > 0 ? await enrollStudents(trx, gain, clock) : noneMade
    const waits_ended = removed.length > 0 ? await countLostWaits(trx, loss, clock()) : 0
    requireConfirmation({ ...lost, ...made, waits_ended }, confirmed)
    return {
      department: await describeDepartment(trx, id, actor),
      enrollments_deleted: lost.enrollments_deleted,
      ...made,
    }
  })
}

const namesOf = (modules: readonly { name: string }[]) => modules.map(({ name }) => name).toSorted()

async function writeModules(
  trx: Transaction<Tables>,
  education_department_id: number,
  { added, removed, version }: { added: readonly number[]; removed: readonly number[]; version: number },
): Promise<void> {
  if (removed.length > 0)
    await trx
      .deleteFrom('education_department_module')
      .where('education_department_id', '=', education_department_id)
      .where('module_id', 'in', removed)
      .execute()
  if (added.length > 0)
    await trx
      .insertInto('education_department_module')
      .values(added.map((module_id) => ({ education_department_id, module_id })))
      .execute()
  await trx.updateTable('education_department').set({ version }).where('id', '=', education_department_id).execute()
}

interface Loss {
  departmentId: number
  /** those that the department loses, at least one */
  moduleIds: readonly number[]
  loses_all: boolean
}

/**
 * Ends the current enrollments of a department's students in the modules that it loses, also where enrollment is closed,
 * and gives what came of it, which the larger transaction asks about: this is a step of it. It has locked the school; a
 * handful of statements, and one more for every thousand students.
 */
async function unenrollFromLostModules(
  trx: Transaction<Tables>,
  { departmentId, moduleIds, loses_all }: Loss,
  clock: () => number,
): Promise<Consequences> {
  const userIds = await listUsersOfDepartment(trx, departmentId)
  await lockStudents(trx, userIds)
  await shareTestmoments(trx, await listCurrentTestmoments(trx, clock()))
  const testmomentIds = await listCurrentTestmoments(trx, clock())
  const lost: DepartmentEnrollments = { departmentId, moduleIds, testmomentIds }

  const { enrollments, students } = await countDepartmentEnrollments(trx, lost)
  if (enrollments > 0) await deleteDepartmentEnrollments(trx, lost)
  return {
    ...noConsequences,
    enrollments_deleted: enrollments,
    students,
    offers_nothing: loses_all && userIds.length > 0,
  }
}
